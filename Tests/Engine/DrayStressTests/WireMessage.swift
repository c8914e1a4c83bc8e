// SPDX-License-Identifier: MIT

/// A request in its wire format.
struct WireMessage {
    private(set) var bytes: [UInt8] = []

    init(object: UInt32, opcode: UInt16, _ arguments: [Argument] = []) {
        var body: [UInt8] = []
        for argument in arguments {
            switch argument {
            case .word(let value): body += Self.word(value)
            case .text(let text):
                let utf8 = Array(text.utf8) + [0]
                body += Self.word(UInt32(utf8.count)) + utf8
                body += [UInt8](repeating: 0, count: (4 - utf8.count % 4) % 4)
            }
        }
        let size = UInt32(8 + body.count)
        bytes = Self.word(object) + Self.word(size << 16 | UInt32(opcode)) + body
    }

    enum Argument {
        case word(UInt32)
        case text(String)
    }

    /// Returns a word in host byte order, as the protocol requires.
    static func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    // MARK: The first requests of every client

    static let display: UInt32 = 1
    static let registry: UInt32 = 2

    /// `wl_display.get_registry`, as object 2.
    static let getRegistry = WireMessage(object: display, opcode: 1, [.word(registry)])

    static func bind(_ name: UInt32, _ interface: String, version: UInt32, id: UInt32) -> WireMessage {
        WireMessage(object: registry, opcode: 0, [.word(name), .text(interface), .word(version), .word(id)])
    }
}
