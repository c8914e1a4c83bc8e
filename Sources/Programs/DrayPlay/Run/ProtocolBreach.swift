// SPDX-License-Identifier: MIT

import DrayScenario
import WaylandServer

/// The `wl_display.error` sent to a client.
struct ProtocolBreach: Equatable {
    /// The object of the error, as `wl_surface#12`.
    let object: String
    let code: Int
    let text: String

    /// Returns nil for any other message.
    init?(_ message: LoggedMessage) {
        guard message.direction == .event, message.interface == "wl_display", message.name == "error",
            message.arguments.count == 3
        else { return nil }
        let text = message.arguments[2].value
        self.init(
            object: message.arguments[0].value, code: Int(message.arguments[1].value) ?? 0,
            text: text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text)
    }

    init(object: String, code: Int, text: String) {
        self.object = object
        self.code = code
        self.text = text
    }

    var words: String { "\(object), error \(code): \(text)" }

    func fits(_ expected: Expectation.ProtocolError) -> Bool {
        let interface = object.split(separator: "#").first.map(String.init) ?? object
        return (expected.object.map { $0 == interface } ?? true) && (expected.code.map { $0 == code } ?? true)
            && (expected.text?.holds(for: text) ?? true)
    }
}
