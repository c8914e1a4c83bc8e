// SPDX-License-Identifier: MIT

/// Decodes a `wl_data_device_manager.dnd_action` value, written as entries (`copy|move`) or as a number (`3`).
enum ActionDescription {
    /// The names of the actions, in the protocol's order; empty for none.
    static func names(in value: String) -> [String] {
        if let bits = UInt32(value) {
            return entries.filter { bits & $0.bit != 0 }.map(\.name)
        }
        let words = value.lowercased().split { !$0.isLetter }.map(String.init)
        return entries.map(\.name).filter(words.contains)
    }

    private static let entries: [(name: String, bit: UInt32)] = [("copy", 1), ("move", 2), ("ask", 4)]
}
