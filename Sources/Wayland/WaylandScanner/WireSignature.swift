// SPDX-License-Identifier: MIT

/// The signature of a message in libwayland's notation: `3?ou` is "since version 3: an object or NULL, and a uint".
struct WireSignature {
    let text: String
    /// The interface of each argument on the wire that is an object.
    let types: [String?]
    /// The names of the arguments on the wire.
    let names: [String]

    init(_ message: MessageModel) {
        var text = message.since > 1 ? String(message.since) : ""
        var types: [String?] = []
        for argument in message.arguments {
            switch argument.kind {
            case .int, .enumeration(_, signed: true): text += "i"
            case .uint, .enumeration(_, signed: false): text += "u"
            case .fixed: text += "f"
            case .array: text += "a"
            case .descriptor: text += "h"
            case .string(let nullable): text += nullable ? "?s" : "s"
            case .object(_, let nullable): text += nullable ? "?o" : "o"
            case .newID(.some): text += "n"
            case .newID(nil): text += "sun"
            }
            switch argument.kind {
            case .object(let interface, _): types.append(interface)
            case .newID(.some(let interface)): types.append(interface)
            case .newID(nil): types += [nil, nil, nil]
            case .int, .uint, .fixed, .array, .descriptor, .string, .enumeration: types.append(nil)
            }
        }
        self.text = text
        self.types = types
        names = message.arguments.flatMap { argument in
            argument.kind == .newID(interface: nil) ? ["interface", "version", argument.name] : [argument.name]
        }
    }
}
