// SPDX-License-Identifier: MIT

import CCairo

/// Draws one item.
struct CardPainter {
    let context: OpaquePointer
    /// In milliseconds; only what moves by itself looks at it.
    let time: UInt32

    static let radius = 9.0

    private static let stripWidth = 6.0
    private static let textSize = 13.0
    /// How long the bar of a placeholder takes to run through, in milliseconds.
    private static let period: UInt32 = 1200

    /// Whether it is selected, and whether in the window that has the keyboard.
    enum Look {
        case plain, selected, selectedInBackground
    }

    func draw(_ item: Item, in area: Rectangle, _ look: Look = .plain) {
        Shapes.shadow(area, radius: Self.radius, depth: 5, on: context)
        Shapes.fill(area, radius: Self.radius, .card, on: context)
        drawStrip(of: item, in: area)
        let inside = Rectangle(
            x: area.origin.x + 16, y: area.origin.y + Layout.cardMargin, width: area.size.width - 26,
            height: area.size.height - 2 * Layout.cardMargin)
        switch item.content {
        case .text(let text): drawText(text, in: inside)
        case .contact(let contact, _): drawText(contact.text, in: inside)
        case .arriving(let bytes, let total): drawProgress(bytes, of: total, in: inside)
        }
        let edge = area.inset(by: -2)
        switch look {
        case .plain: break
        case .selected: Shapes.outline(edge, radius: Self.radius + 2, .accent, width: 2, on: context)
        case .selectedInBackground:
            Shapes.outline(edge, radius: Self.radius + 2, .quiet, width: 2, isDashed: true, on: context)
        }
    }

    /// The coloured edge that items are told apart by.
    private func drawStrip(of item: Item, in area: Rectangle) {
        cairo_save(context)
        Shapes.path(area, radius: Self.radius, on: context)
        cairo_clip(context)
        let colours = Colour.marks
        let colour =
            switch item.content {
            case .text, .contact: colours[(item.id.number - 1) % colours.count]
            case .arriving: Colour.track
            }
        colour.set(on: context)
        cairo_rectangle(context, area.origin.x, area.origin.y, Self.stripWidth, area.size.height)
        cairo_fill(context)
        cairo_restore(context)
    }

    private func drawText(_ text: StyledText, in area: Rectangle) {
        Typesetter(on: context, fontSize: Self.textSize).draw(text, in: area, .text)
    }

    /// A bar, as full as is known: how much there will be is not told by Wayland itself, and without that it runs through.
    private func drawProgress(_ bytes: Int, of total: Int?, in area: Rectangle) {
        let upper = Rectangle(
            x: area.origin.x, y: area.origin.y, width: area.size.width, height: area.size.height - 12)
        let words = StyledText(bytes == 0 ? "Waiting…" : "\(Self.amount(bytes)) so far…")
        Typesetter(on: context, fontSize: Self.textSize).draw(words, in: upper, .quiet)
        let bar = Rectangle(x: area.origin.x, y: area.maxY - 7, width: area.size.width, height: 4)
        Shapes.fill(bar, radius: 2, .track, on: context)
        cairo_save(context)
        Shapes.path(bar, radius: 2, on: context)
        cairo_clip(context)
        if let total, total > 0 {
            var part = bar
            part.size.width *= min(Double(bytes) / Double(total), 1)
            Shapes.fill(part, radius: 2, .accent, on: context)
            return cairo_restore(context)
        }
        let length = bar.size.width * 0.4
        let way = Double(time % Self.period) / Double(Self.period)
        let runner = Rectangle(
            x: bar.origin.x - length + (bar.size.width + length) * way, y: bar.origin.y, width: length, height: 4)
        Shapes.fill(runner, radius: 2, .accent, on: context)
        cairo_restore(context)
    }

    private static func amount(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\(bytes / 1000) kB"
        default: "\(bytes / 1_000_000) MB"
        }
    }
}
