// SPDX-License-Identifier: MIT

// What assistive technology calls each thing in the window, and back: a path is all that it says when it asks.

extension Node {
    static let prefix = "/org/a11y/atspi/accessible"

    /// Its object on the accessibility bus.
    var path: String { Self.prefix + "/" + word }

    private var word: String {
        switch self {
        case .application: "root"
        case .window: "window"
        case .menuButton: "menu_button"
        case .shredder: "shredder"
        case .area(.table): "table"
        case .area(.zone): "zone"
        case .item(let id): "item_\(id.number)"
        case .menu: "menu"
        case .more: "more"
        case .note: "note"
        case .command(let command): "command_\(command.rawValue)"
        }
    }

    /// - Returns: nil for a path that none of ours has.
    init?(path: String) {
        guard path.hasPrefix(Self.prefix + "/") else { return nil }
        let word = path.dropFirst(Self.prefix.count + 1)
        let plain: [Node] = [
            .application, .window, .menuButton, .shredder, .area(.table), .area(.zone), .menu, .more, .note,
        ]
        if let node = plain.first(where: { $0.word == word }) {
            self = node
        } else if word.hasPrefix("item_"), let number = Int(word.dropFirst(5)) {
            self = .item(Item.ID(number: number))
        } else if word.hasPrefix("command_"), let command = Command(rawValue: String(word.dropFirst(8))) {
            self = .command(command)
        } else {
            return nil
        }
    }
}
