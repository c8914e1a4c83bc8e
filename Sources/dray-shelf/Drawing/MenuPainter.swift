// SPDX-License-Identifier: MIT

import CCairo

/// Draws the button that opens the menu, and the menu while it is open.
struct MenuPainter {
    let context: OpaquePointer
    let interface: Interface
    let pressed: MenuLayout.Entry?

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
        let layout = interface.menuLayout
        Shapes.shadow(layout.bounds, radius: Self.radius, depth: 9, on: context)
        Shapes.fill(layout.bounds, radius: Self.radius, .card, on: context)
        Shapes.outline(layout.bounds, radius: Self.radius, .line, width: 1, on: context)
        for entry in layout.entries {
            guard let frame = layout.frame(of: entry) else { continue }
            switch entry {
            case .command(let command): draw(command, in: frame)
            case .more:
                if pressed == .more { Shapes.fill(frame.inset(by: 3), radius: 7, .accentTint, on: context) }
                draw("More…", "\(layout.page + 1) of \(layout.pageCount)", in: frame, .text, .quiet)
            }
        }
    }

    private func draw(_ command: Command, in area: Rectangle) {
        let isAvailable = interface.available.contains(command)
        if isAvailable, pressed == .command(command) || interface.focus == .command(command) {
            Shapes.fill(area.inset(by: 3), radius: 7, .accentTint, on: context)
        }
        draw(
            interface.title(of: command), interface.key(of: command), in: area, isAvailable ? .text : .faint,
            isAvailable ? .quiet : .faint)
    }

    private func draw(_ title: String, _ more: String, in area: Rectangle, _ colour: Colour, _ lesser: Colour) {
        let inside = Rectangle(
            x: area.origin.x + 12, y: area.origin.y, width: max(area.size.width - 24, 1), height: area.size.height)
        let upper = Rectangle(x: inside.origin.x, y: inside.origin.y + 5, width: inside.size.width, height: 20)
        Typesetter(on: context, fontSize: Self.textSize).draw(StyledText(title), in: upper, colour)
        let lower = Rectangle(x: inside.origin.x, y: upper.maxY - 2, width: inside.size.width, height: 18)
        Typesetter(on: context, fontSize: 11).draw(StyledText(more), in: lower, lesser)
    }
}
