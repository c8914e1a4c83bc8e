// SPDX-License-Identifier: MIT

/// Opens a menu and chooses entries by name.
package struct MenuChoice: Equatable, Sendable {
    package var opening: Opening
    /// The accessible names to click in sequence: a menu, an entry in it, and so on. Never empty.
    package var names: [Located<String>]

    package init(opening: Opening, names: [Located<String>]) {
        self.opening = opening
        self.names = names
    }

    /// The way to open the menu.
    package enum Opening: Equatable, Sendable {
        /// The menu bar of a window, which contains the first name.
        case bar(of: Located<String>)
        /// A click with the right button. The place is on a window.
        case context(Place)
        /// A click on a button, a combo box or the like. The place is on a window.
        case button(Place)
    }

    /// The window that the menu belongs to.
    package var window: Located<String>? {
        switch opening {
        case .bar(let window): window
        case .context(let place), .button(let place): place.window
        }
    }
}

extension MenuChoice {
    static let shape = Shape<MenuChoice>.record { keys in
        let opening = keys.exactlyOne([
            Case("window", "A window whose menu bar contains the first name.", .reference(to: .window)) {
                Opening.bar(of: $0)
            },
            Case("context", "The place to click with the right button.", placeOnWindow, Opening.context),
            Case(
                "button", "The control that opens it when clicked, such as a button or a combo box.", placeOnWindow,
                Opening.button),
        ])
        let names = keys.required(
            "choose", "The entry to click, by name; a list goes through submenus.",
            .list(.list(of: Shape<String>.words.located, minimum: 1), or: Shape<String>.words.located.map { [$0] }))
        guard let opening, let names else { return nil }
        keys.reading?.useAccessibility(for: names[0])
        return MenuChoice(opening: opening, names: names)
    }
    .named("menu")

    private static let placeOnWindow = Place.shape.checked { place, node, reading -> Place? in
        if place.window != nil { return place }
        reading.report("a menu belongs to a window", at: node, help: "`{window: …}`")
        return nil
    }
}
