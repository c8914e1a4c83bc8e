// SPDX-License-Identifier: MIT

import CCairo

/// Draws the window's content, in points; the scale is in the context already.
struct Painter {
    let context: OpaquePointer
    let time: UInt32

    /// All that can be seen.
    struct Scene {
        var interface: Interface
        /// The items that are on their way under the pointer; their places show a trace of them.
        var carried: DragOut.Carried?
        /// The same of what another finger carries.
        var beside: DragOut.Carried?
        /// What a drop would do now.
        var landing: Landing?
        var glides: Glides
        /// Whether it is shown where the keyboard is.
        var showsFocus = false
        /// What is pressed in the menu.
        var pressed: MenuLayout.Entry?

        var shelf: Shelf { interface.shelf }

        func look(of id: Item.ID) -> CardPainter.Look {
            guard shelf.selected.contains(id) else { return .plain }
            // A selection in the background looks different (HIG-39).
            return interface.isActive ? .selected : .selectedInBackground
        }
    }

    private static let zoneRadius = 14.0

    func draw(_ scene: Scene) {
        drawBackdrop(scene)
        if let zone = scene.shelf.layout.zone { drawZone(zone, scene) }
        let cards = CardPainter(context: context, time: time)
        for item in scene.shelf.items {
            guard var frame = scene.shelf.frame(of: item.id) else { continue }
            frame.origin = scene.glides.position(of: item.id, to: frame.origin, at: time)
            if [scene.carried, scene.beside].contains(where: { $0?.items.contains(item.id) == true }) {
                clipped(to: scene.shelf.area(of: item.id), scene) {
                    Shapes.translucent(0.3, on: context) { cards.draw(item, in: frame) }
                }
            } else if scene.glides.contains(item.id) {
                cards.draw(item, in: frame, scene.look(of: item.id))
            } else {
                clipped(to: scene.shelf.area(of: item.id), scene) {
                    cards.draw(item, in: frame, scene.look(of: item.id))
                }
            }
        }
        for area in [Layout.Area.table, .zone] { drawScrollBar(of: area, scene) }
        drawLanding(scene)
        let menu = MenuPainter(context: context, interface: scene.interface, pressed: scene.pressed)
        menu.drawButton()
        if let shredder = scene.shelf.layout.shredder { drawShredder(shredder, isTarget: scene.landing == .shred) }
        menu.draw()
        drawNotice(scene)
        if scene.showsFocus { drawFocus(scene) }
    }

    private func drawShredder(_ area: Rectangle, isTarget: Bool) {
        let field = area.inset(by: 4)
        Shapes.fill(field, radius: 10, isTarget ? .accentTint : .panel, on: context)
        Shapes.outline(
            field, radius: 10, isTarget ? .accent : .line, width: isTarget ? 2 : 1, isDashed: !isTarget, on: context)
        Colour.text.set(on: context)
        // A sheet that comes out in strips.
        cairo_rectangle(context, area.centre.x - 10, area.centre.y - 9, 20, 9)
        for strip in 0..<4 {
            cairo_rectangle(context, area.centre.x - 10 + Double(strip) * 5.5, area.centre.y + 2, 3, 8)
        }
        cairo_fill(context)
    }

    /// A ring around what the keyboard is on.
    private func drawFocus(_ scene: Scene) {
        guard scene.interface.isActive, let frame = AccessSnapshot(scene.interface)[scene.interface.focus]?.frame else {
            return
        }
        switch scene.interface.focus {
        case .item(let id):
            clipped(to: scene.shelf.area(of: id), scene) {
                Shapes.outline(frame.inset(by: -5), radius: CardPainter.radius + 5, .text, width: 2, on: context)
            }
        case .command: Shapes.outline(frame.inset(by: 2), radius: 7, .text, width: 2, on: context)
        case .application, .window, .menuButton, .shredder, .area, .menu, .more, .note:
            Shapes.outline(frame.inset(by: 2), radius: 10, .text, width: 2, on: context)
        }
    }

    /// Why nothing has come of something, or that several are being selected, in a bar at the edge.
    private func drawNotice(_ scene: Scene) {
        let mode = scene.interface.selectsMore ? "Selecting several – Escape ends" : nil
        guard let words = scene.interface.notice ?? mode else { return }
        let size = scene.shelf.layout.size
        let width = max(size.width - 24, 20)
        // As many lines as it takes at most: its words are longer than a small window is wide.
        let lines = min((Double(words.count) * 8 / width).rounded(.up), 3)
        let height = 13 + 17 * lines
        // An open menu is not covered.
        let top = scene.interface.isMenuOpen ? 6 : max(size.height - 6 - height, 0)
        let bar = Rectangle(x: 12, y: top, width: width, height: height)
        Shapes.shadow(bar, radius: 8, depth: 7, on: context)
        Shapes.fill(bar, radius: 8, .text, on: context)
        Typesetter(on: context, fontSize: 13).draw(
            StyledText(words), in: bar.inset(by: 4), .card, isCentred: true)
    }

    private func drawBackdrop(_ scene: Scene) {
        let size = scene.shelf.layout.size
        let gradient = cairo_pattern_create_linear(0, 0, 0, size.height)
        for (offset, colour) in [(0.0, Colour.backdropTop), (1.0, Colour.backdropBottom)] {
            cairo_pattern_add_color_stop_rgba(gradient, offset, colour.red, colour.green, colour.blue, colour.alpha)
        }
        cairo_set_source(context, gradient)
        cairo_pattern_destroy(gradient)
        cairo_paint(context)
        let heading = Rectangle(x: 20, y: 4, width: size.width - 40 - 2 * Layout.header, height: Layout.header - 8)
        Typesetter(on: context, fontSize: 15).draw(StyledText(scene.interface.title, .bold), in: heading, .text)
    }

    private func drawZone(_ zone: Rectangle, _ scene: Scene) {
        Shapes.fill(zone, radius: Self.zoneRadius, .panel, on: context)
        // Only something that is not in the zone yet is told that it may come in (HIG-15).
        if scene.landing == .join {
            Shapes.fill(zone, radius: Self.zoneRadius, .accentTint, on: context)
            Shapes.outline(zone, radius: Self.zoneRadius, .accent, width: 2, on: context)
        } else {
            Shapes.outline(zone, radius: Self.zoneRadius, .line, width: 1, isDashed: true, on: context)
        }
        if scene.shelf.layout.isFolded {
            let count = scene.shelf.zone.count
            let words = count == 0 ? "Zone: folded" : "Zone: folded, \(count) inside"
            Typesetter(on: context, fontSize: 13).draw(StyledText(words), in: zone, .quiet, isCentred: true)
        } else if scene.shelf.zone.isEmpty, scene.landing != .join {
            Typesetter(on: context, fontSize: 13).draw(
                StyledText("Drop here"), in: zone, .quiet, isCentred: true)
        }
    }

    /// Shows where the item would go.
    private func drawLanding(_ scene: Scene) {
        let shelf = scene.shelf
        let place: Rectangle? =
            switch scene.landing {
            case .join: shelf.layout.slot(shelf.zone.count, of: shelf.zone.count + 1)
            case .swap(let other): shelf.frame(of: other)
            case .origin: (scene.carried?.lead).flatMap(shelf.origin)
            case .align, .insert, .shred, nil: nil
            }
        if case .insert(let next) = scene.landing { drawInsertion(before: next, scene) }
        guard let place else { return }
        clipped(to: scene.landing == .origin ? .table : .zone, scene) {
            Shapes.outline(place, radius: CardPainter.radius, .accent, width: 2, isDashed: true, on: context)
        }
    }

    /// A line in the gap that the item would go into (HIG-39).
    private func drawInsertion(before next: Item.ID, _ scene: Scene) {
        guard let frame = scene.shelf.frame(of: next) else { return }
        let mark = scene.shelf.layout.insertionMark(before: frame)
        clipped(to: .zone, scene) { Shapes.fill(mark, radius: mark.size.width / 2, .accent, on: context) }
    }

    // MARK: Scrolling

    /// Draws what belongs to an area: where there is more than fits, it ends at the area's upper and lower end.
    private func clipped(to area: Layout.Area, _ scene: Scene, _ body: () -> Void) {
        let layout = scene.shelf.layout
        let isScrollable = layout.scroll(of: area, count: scene.shelf.places(in: area)).limit > 0
        guard isScrollable, let bounds = layout.bounds(of: area) else { return body() }
        cairo_save(context)
        // At the sides there is room for shadows.
        cairo_rectangle(context, 0, bounds.origin.y, layout.size.width, bounds.size.height)
        cairo_clip(context)
        body()
        cairo_restore(context)
    }

    /// A bar at the side says how much there is, and which part of it is shown.
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
