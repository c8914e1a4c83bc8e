// SPDX-License-Identifier: MIT

import DrayCore
import DrayScenario
package import HeadlessDesktop

/// A pen button and its assigned role, as in `upper=ctrl`.
package struct PenButton: Equatable {
    /// The evdev code.
    package let code: UInt32
    package let role: PenButtonRole

    /// The evdev codes `BTN_STYLUS`, `BTN_STYLUS2` and `BTN_STYLUS3`.
    private static let codes: [String: UInt32] = ["lower": 0x14b, "upper": 0x14c, "third": 0x149]

    /// Parses `upper=ctrl`; returns nil if the text is invalid.
    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let code = Self.codes[parts[0]], let role = Self.role(parts[1]) else { return nil }
        (self.code, self.role) = (code, role)
    }

    private static func role(_ word: String) -> PenButtonRole? {
        if word == "none" { return PenButtonRole.none }
        if let button = PointerAction.Button(rawValue: word) { return .button(button.code) }
        let modifiers = word.split(separator: "+", omittingEmptySubsequences: false).map { Modifier(rawValue: "\($0)") }
        guard !modifiers.contains(nil) else { return nil }
        return .modifiers(Modifiers(Set(modifiers.compactMap(\.self))))
    }
}
