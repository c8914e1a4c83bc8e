// SPDX-License-Identifier: MIT

import CCairo

/// Draws the button that opens the menu, and the menu while it is open.
struct MenuPainter {
    let context: OpaquePointer
    let interface: Interface
    let pressed: Command?

    private static let radius = 10.0
    private static let textSize = 13.0

    func drawButton() {
        let area = interface.shelf.layout.menuButton
        let field = area.inset(by: 4)
        Shapes.fill(field, radius: Self.radius, interface.isMenuOpen ? .accentTint : .panel, on: context)
        Colour.text.set(on: context)
        for distance in [-8.0, 0, 8] {
            cairo_arc(context, area.centre.x + distance, area.centre.y, 2, 0, 2 * .pi)
            cairo_fill(context)
        }
    }

    func draw() {
        guard interface.isMenuOpen else { return }
        let layout = MenuLayout(in: interface.shelf.layout.size)
        Shapes.shadow(layout.bounds, radius: Self.radius, depth: 9, on: context)
        Shapes.fill(layout.bounds, radius: Self.radius, .card, on: context)
        Shapes.outline(layout.bounds, radius: Self.radius, .line, width: 1, on: context)
        for command in Command.allCases { draw(command, in: layout.frame(of: command)) }
    }

    private func draw(_ command: Command, in area: Rectangle) {
        let isAvailable = interface.available.contains(command)
        if isAvailable, command == pressed || interface.focus == .command(command) {
            Shapes.fill(area.inset(by: 3), radius: 7, .accentTint, on: context)
        }
        let isOn = command == .selectMore && interface.selectsMore
        let inside = Rectangle(
            x: area.origin.x + 12, y: area.origin.y, width: max(area.size.width - 24, 1), height: area.size.height)
        let text = Typesetter(on: context, fontSize: Self.textSize)
        let upper = Rectangle(x: inside.origin.x, y: inside.origin.y + 5, width: inside.size.width, height: 20)
        text.draw(StyledText(command.title, isOn ? .bold : []), in: upper, isAvailable ? .text : .faint)
        let lower = Rectangle(x: inside.origin.x, y: upper.maxY - 2, width: inside.size.width, height: 18)
        Typesetter(on: context, fontSize: 11).draw(StyledText(command.key), in: lower, isAvailable ? .quiet : .faint)
    }
}
