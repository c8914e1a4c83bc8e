// SPDX-License-Identifier: MIT

/// A Wayland message as text for traces. It contains types and actions, but no content.
package struct SpokenMessage: Equatable, Sendable {
    package var direction: Direction
    package var interface: String
    package var object: UInt32
    package var name: String
    package var arguments: [Argument]

    package enum Direction: String, Sendable {
        case request
        case event
    }

    /// A number, `nil`, `wl_data_source#24`, `new wl_data_offer#4278190080`, `fd`, or a quoted string.
    package struct Argument: Equatable, Sendable {
        package var name: String
        package var value: String
    }

    /// The maximum length of a text, which the client chooses; longer ones are truncated.
    private static let textLimit = 256

    /// The definition of a message in the protocol: its name, and the name and kind of each argument.
    struct Shape {
        enum Kind {
            case number
            case fixed
            case text
            case object(String)
            case newObject(String)
            case descriptor
        }

        let name: String
        let arguments: [(name: String, kind: Kind)]

        init(_ name: String, _ arguments: KeyValuePairs<String, Kind> = [:]) {
            self.name = name
            self.arguments = arguments.map { ($0.key, $0.value) }
        }
    }

    init(_ message: WireMessage, _ direction: Direction, interface: String, shape: Shape) {
        self.direction = direction
        self.interface = interface
        object = message.object
        name = shape.name
        arguments = []
        var word = 0
        for (name, kind) in shape.arguments {
            guard let value = Self.value(kind, message, &word) else { break }
            arguments.append(Argument(name: name, value: value))
        }
    }

    package init(
        direction: Direction, interface: String, object: UInt32, name: String, arguments: [Argument]
    ) {
        self.direction = direction
        self.interface = interface
        self.object = object
        self.name = name
        self.arguments = arguments
    }

    private static func value(_ kind: Shape.Kind, _ message: WireMessage, _ word: inout Int) -> String? {
        switch kind {
        case .descriptor: return "fd"
        case .text:
            guard let (text, next) = message.string(word) else { return nil }
            word = next
            return text.map(quoted) ?? "nil"
        case .number, .fixed, .object, .newObject: break
        }
        guard let number = message.word(word) else { return nil }
        word += 1
        switch kind {
        case .number: return "\(number)"
        case .fixed: return "\(Double(Int32(bitPattern: number)) / 256)"
        case .object(let interface): return number == 0 ? "nil" : "\(interface)#\(number)"
        case .newObject(let interface): return "new \(interface)#\(number)"
        case .text, .descriptor: return nil
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.prefix(textLimit).map { scalar in
            scalar == "\"" || scalar == "\\" || scalar.value < 32 ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return "\"\(escaped.joined())\""
    }
}
