// SPDX-License-Identifier: MIT

/// A menu is opened, and something is chosen from it by name.
package struct MenuChoice: Equatable, Sendable {
    package var opening: Opening
    /// What is clicked, one after another: a menu, what is in it, and so on. Never empty.
    package var names: [Located<String>]

    package init(opening: Opening, names: [Located<String>]) {
        self.opening = opening
        self.names = names
    }

    /// How the menu comes up.
    package enum Opening: Equatable, Sendable {
        /// The first of the names is in the window itself, in its menu bar.
        case bar(of: Located<String>)
        /// By a click with the right button. The place is on a window.
        case context(Place)
        /// By a click on a button, a combo box or the like. The place is on a window.
        case button(Place)
    }

    /// The window that it belongs to.
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
            Case("window", "A window, in whose menu bar the first name is.", .reference(to: .window)) {
                Opening.bar(of: $0)
            },
            Case("context", "Where the right button opens it.", placeOnWindow, Opening.context),
            Case("button", "What opens it when it is clicked: a button, a combo box.", placeOnWindow, Opening.button),
        ])
        let names = keys.required(
            "choose", "What is clicked in it, by name; a list goes through menus in menus.",
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
