// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc

/// `dray-shelf`: cards to drag, and a zone to drop them on.
@main
struct ShelfCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dray-shelf", abstract: "Cards to drag, and a zone to drop them on.",
        discussion: """
            The example of a Wayland drag-and-drop client made with Dray's bindings. Cards that are dropped on the zone \
            are aligned there; dropped on each other they change places; dropped outside they go back to where they \
            came from. Text can be dragged to and from other applications. Ctrl+Z takes the last drop back.

            All of it can be done by the keyboard: Tab, arrows, Space and Return go to cards, select them and put them into \
            the zone or onto the table, and F10 opens a menu with every command and its key. Screen readers are told by AT-SPI.

            On standard output there is a JSON object on a line for everything that happens.
            """)

    @Option(help: "The window's title.")
    var title = "Shelf"

    @Option(name: .customLong("app-id"), help: "The xdg_toplevel app id.")
    var appID = "dray.shelf"

    @Option(help: ArgumentHelp("The window's size in points.", valueName: "WxH"))
    var size = WindowSize(width: 480, height: 400)

    @Option(name: .customLong("item"), parsing: .singleValue, help: "A card with a text; any number of them.")
    var texts: [String] = []

    @Option(name: .customLong("html"), parsing: .singleValue, help: "A card with a text that has a style, as HTML.")
    var styledTexts: [String] = []

    @Option(
        name: .customLong("contact"), parsing: .singleValue,
        help: ArgumentHelp("A card with a contact, from a vCard.", valueName: "file"), completion: .file())
    var contacts: [TextFile] = []

    @Flag(help: "Have a zone that cards can be dropped on.")
    var zone = false

    @Flag(help: "Have the zone folded at first. It opens under what is held over it, by a click, and by Ctrl+F.")
    var folded = false

    @Option(help: ArgumentHelp("Let the zone take so many cards and no more.", valueName: "cards"))
    var room: Int?

    @Flag(help: "Have a shredder: what is put there is gone for ever. It asks first.")
    var shredder = false

    @Flag(
        help: ArgumentHelp(
            "Describe what is dragged by the surface that it comes from.",
            discussion: "As programs have to whose toolkit keeps its data sources to itself."))
    var bySurface = false

    func validate() throws {
        if let room, room < 0 { throw ValidationError("there is no room for \(room) cards") }
    }

    func run() throws {
        // A target may close its end of a pipe at any time.
        signal(SIGPIPE, SIG_IGN)
        // Scenarios end their clients this way; what is in the kernel's hands is cleaned up there.
        signal(SIGTERM) { _ in _exit(0) }
        let contents =
            texts.map { Item.Content.text(StyledText($0)) }
            + styledTexts.map { .text(HTMLReader.read($0)) } + (try contacts.map(Self.contact))
        let application = try Application(
            .init(
                title: title, appID: appID, size: Size(width: Double(size.width), height: Double(size.height)),
                hasZone: zone, contents: contents, isFolded: folded, room: room, hasShredder: shredder,
                describesSurface: bySurface))
        try application.run()
    }

    private static func contact(in file: TextFile) throws -> Item.Content {
        guard let contact = Contact(card: file.text) else {
            throw ValidationError("\(file.path) is no vCard with a name")
        }
        return .contact(contact, card: file.text)
    }
}
