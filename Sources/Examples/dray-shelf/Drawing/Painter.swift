// SPDX-License-Identifier: MIT

import CCairo

/// Draws the content of the window in points; the context is already scaled.
struct Painter {
    let context: OpaquePointer

    /// The visible state.
    struct Scene: Equatable {
        var title: String
        var shelf: Shelf
        /// Whether the window is active.
        var isActive = false
        /// The cards that are dragged; their places show a faint copy.
        var carried: [Item.ID] = []
        /// The result of a drop at the current position.
        var landing: Landing?
    }

    private static let zoneRadius = 14.0

    func draw(_ scene: Scene) {
        let layout = scene.shelf.layout
        Colour.backdrop.set(on: context)
        cairo_paint(context)
        let heading = Rectangle(x: 20, y: 4, width: layout.size.width - 40 - Layout.header, height: Layout.header - 8)
        Label(text: scene.title, size: 15, isBold: true).draw(in: heading, on: context)
        if let zone = layout.zone { drawZone(zone, scene) }
        let cards = CardPainter(context: context)
        for item in scene.shelf.items {
            guard let frame = scene.shelf.frame(of: item.id) else { continue }
            clipped(to: scene.shelf.area(of: item.id), scene) {
                if scene.carried.contains(item.id) {
                    Shapes.translucent(0.3, on: context) { cards.draw(item, in: frame) }
                } else if scene.shelf.selected.contains(item.id) {
                    cards.draw(item, in: frame, scene.isActive ? .selected : .selectedInBackground)
                } else {
                    cards.draw(item, in: frame)
                }
            }
        }
        for area in [Layout.Area.table, .zone] { drawScrollBar(of: area, scene) }
        drawLanding(scene)
        if let shredder = layout.shredder { drawShredder(shredder, isTarget: scene.landing == .shred) }
    }

    private func drawZone(_ zone: Rectangle, _ scene: Scene) {
        Shapes.fill(zone, radius: Self.zoneRadius, .panel, on: context)
        // Only content from outside the zone is highlighted as entering it (HIG-15).
        if scene.landing == .join {
            Shapes.fill(zone, radius: Self.zoneRadius, .accentTint, on: context)
            Shapes.outline(zone, radius: Self.zoneRadius, .accent, width: 2, on: context)
        } else {
            Shapes.outline(zone, radius: Self.zoneRadius, .line, width: 1, isDashed: true, on: context)
        }
        let count = scene.shelf.zone.count
        let words =
            scene.shelf.layout.isFolded
            ? "Zone: folded, \(count) inside" : count == 0 && scene.landing != .join ? "Drop here" : ""
        Label(text: words, colour: .quiet, isCentred: true).draw(in: zone, on: context)
    }

    private func drawShredder(_ area: Rectangle, isTarget: Bool) {
        let field = area.inset(by: 4)
        Shapes.fill(field, radius: 10, isTarget ? .accentTint : .panel, on: context)
        Shapes.outline(
            field, radius: 10, isTarget ? .accent : .line, width: isTarget ? 2 : 1, isDashed: !isTarget, on: context)
        Colour.text.set(on: context)
        // A sheet of paper cut into strips.
        cairo_rectangle(context, area.centre.x - 10, area.centre.y - 9, 20, 9)
        for strip in 0..<4 {
            cairo_rectangle(context, area.centre.x - 10 + Double(strip) * 5.5, area.centre.y + 2, 3, 8)
        }
        cairo_fill(context)
    }

    /// Shows the destination of the dragged cards.
    private func drawLanding(_ scene: Scene) {
        let shelf = scene.shelf
        func outline(_ place: Rectangle?, in area: Layout.Area) {
            guard let place else { return }
            clipped(to: area, scene) {
                Shapes.outline(place, radius: CardPainter.radius, .accent, width: 2, isDashed: true, on: context)
            }
        }
        switch scene.landing {
        case .join: outline(shelf.layout.slot(shelf.zone.count, of: shelf.zone.count + 1), in: .zone)
        case .swap(let other): outline(shelf.frame(of: other), in: .zone)
        case .origin: for id in scene.carried { outline(shelf.origin(of: id), in: .table) }
        case .insert(let next):
            // A line in the gap (HIG-39).
            guard let mark = shelf.frame(of: next).map(shelf.layout.insertionMark(before:)) else { return }
            clipped(to: .zone, scene) { Shapes.fill(mark, radius: mark.size.width / 2, .accent, on: context) }
        case .align, .shred, nil: break
        }
    }

    // MARK: Scrolling

    /// Draws the content of an area, clipped at its upper and lower edges if it scrolls.
    private func clipped(to area: Layout.Area, _ scene: Scene, _ body: () -> Void) {
        let layout = scene.shelf.layout
        let isScrollable = layout.scroll(of: area, count: scene.shelf.places(in: area)).limit > 0
        guard isScrollable, let bounds = layout.bounds(of: area) else { return body() }
        cairo_save(context)
        // The sides have room for shadows.
        cairo_rectangle(context, 0, bounds.origin.y, layout.size.width, bounds.size.height)
        cairo_clip(context)
        body()
        cairo_restore(context)
    }

    /// The scroll bar shows the size of the content and the visible part.
    private func drawScrollBar(of area: Layout.Area, _ scene: Scene) {
        let (offset, limit) = scene.shelf.layout.scroll(of: area, count: scene.shelf.places(in: area))
        guard limit > 0, let bounds = scene.shelf.layout.bounds(of: area) else { return }
        let track = Rectangle(
            x: bounds.maxX - 7, y: bounds.origin.y + 6, width: 4, height: max(bounds.size.height - 12, 8))
        let length = max(track.size.height * bounds.size.height / (bounds.size.height + limit), 8)
        let top = track.origin.y + (track.size.height - length) * offset / limit
        let bar = Rectangle(x: track.origin.x, y: top, width: track.size.width, height: length)
        Shapes.fill(bar, radius: 2, .quiet, on: context)
    }
}
