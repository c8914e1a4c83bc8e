// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc

/// `dray-shelf`: cards to drag, and a zone to drop them on.
@main
struct ShelfCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dray-shelf", abstract: "Cards to drag, and a zone to drop them on.",
        discussion: """
            An example of a Wayland drag-and-drop client that uses Dray's bindings. Cards that are dropped on the \
            zone are aligned there; cards that are dropped on each other change places; cards that are dropped \
            outside return to their previous place. Text and links can be exchanged with other applications.

            Everything can be done by keyboard. Arrows, Home and End select a card, together with Shift several; Tab \
            changes between table and zone. Return moves the selected cards to the zone or back, Ctrl with Left or \
            Right changes their order, Ctrl+D copies them into the zone, and Delete removes them. Ctrl+X, C, V, A, Z \
            and Shift+Ctrl+Z are as usual; Ctrl+F folds the zone.

            Each event is reported on standard output as a JSON object on one line.
            """)

    @Option(help: "The window's title.")
    var title = "Shelf"

    @Option(name: .customLong("app-id"), help: "The xdg_toplevel app id.")
    var appID = "dray.shelf"

    @Option(help: ArgumentHelp("The window's size in points.", valueName: "WxH"))
    var size = Size(width: 480, height: 400)

    @Option(name: .customLong("item"), parsing: .singleValue, help: "A card with this text; can be repeated.")
    var texts: [String] = []

    @Flag(help: "Show a zone that accepts cards.")
    var zone = false

    @Flag(help: "Fold the zone initially. It opens by spring loading, by a click, and by Ctrl+F.")
    var folded = false

    @Option(help: ArgumentHelp("The maximum number of cards in the zone.", valueName: "cards"))
    var room: Int?

    @Flag(help: "Show a shredder, which deletes cards after a confirmation, if the compositor has dray_drag_v1.")
    var shredder = false

    @Flag(
        help: ArgumentHelp(
            "Describe drags by their origin surface.",
            discussion: "Needed in programs whose toolkit does not expose its data sources."))
    var bySurface = false

    func validate() throws {
        if let room, room < 0 { throw ValidationError("the number of cards must not be negative, but is \(room)") }
    }

    func run() throws {
        // A target may close its end of a pipe at any time.
        signal(SIGPIPE, SIG_IGN)
        // Scenarios end their clients this way; the kernel releases all resources.
        signal(SIGTERM) { _ in _exit(0) }
        try Application(self).run()
    }
}

/// A window size on the command line: `480x380`.
extension Size: ExpressibleByArgument {
    init?(argument: String) {
        let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (1...8192).contains(width),
            (1...8192).contains(height)
        else { return nil }
        self.init(width: Double(width), height: Double(height))
    }

    var defaultValueDescription: String { "\(Int(width))x\(Int(height))" }
}
