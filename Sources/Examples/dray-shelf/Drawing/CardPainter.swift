// SPDX-License-Identifier: MIT

import CCairo

/// Draws one card.
struct CardPainter {
    let context: OpaquePointer

    static let radius = 9.0

    /// The selection state: selected, in the active window or in the background (HIG-39).
    enum Look {
        case plain, selected, selectedInBackground
    }

    func draw(_ item: Item, in area: Rectangle, _ look: Look = .plain) {
        Shapes.shadow(area, radius: Self.radius, depth: 5, on: context)
        Shapes.fill(area, radius: Self.radius, .card, on: context)
        let inside = Rectangle(
            x: area.origin.x + 16, y: area.origin.y + Layout.cardMargin, width: area.size.width - 26,
            height: area.size.height - 2 * Layout.cardMargin)
        switch item.content {
        case .text(let text):
            drawStrip(Colour.marks[(item.id.number - 1) % Colour.marks.count], in: area)
            Label(text: text).draw(in: inside, on: context)
        case .arriving(let bytes, let total):
            drawStrip(.track, in: area)
            drawProgress(bytes, of: total, in: inside)
        }
        let edge = area.inset(by: -2)
        switch look {
        case .plain: break
        case .selected: Shapes.outline(edge, radius: Self.radius + 2, .accent, width: 2, on: context)
        case .selectedInBackground:
            Shapes.outline(edge, radius: Self.radius + 2, .quiet, width: 2, isDashed: true, on: context)
        }
    }

    /// The coloured strip that distinguishes cards.
    private func drawStrip(_ colour: Colour, in area: Rectangle) {
        cairo_save(context)
        Shapes.path(area, radius: Self.radius, on: context)
        cairo_clip(context)
        colour.set(on: context)
        cairo_rectangle(context, area.origin.x, area.origin.y, 6, area.size.height)
        cairo_fill(context)
        cairo_restore(context)
    }

    /// The progress. Wayland itself does not transfer the total size; without it, there is no bar.
    private func drawProgress(_ bytes: Int, of total: Int?, in area: Rectangle) {
        let words = bytes == 0 ? "Waiting…" : bytes < 1000 ? "\(bytes) B so far…" : "\(bytes / 1000) kB so far…"
        let upper = Rectangle(origin: area.origin, size: Size(width: area.size.width, height: area.size.height - 12))
        Label(text: words, colour: .quiet).draw(in: upper, on: context)
        guard let total, total > 0 else { return }
        let bar = Rectangle(x: area.origin.x, y: area.maxY - 7, width: area.size.width, height: 4)
        Shapes.fill(bar, radius: 2, .track, on: context)
        var part = bar
        part.size.width *= min(Double(bytes) / Double(total), 1)
        Shapes.fill(part, radius: 2, .accent, on: context)
    }
}
