// SPDX-License-Identifier: MIT

import CCairo

/// Draws the window's content, in points; the scale is in the context already.
struct Painter {
    let context: OpaquePointer
    let time: UInt32

    /// All that can be seen.
    struct Scene {
        var title: String
        var shelf: Shelf
        /// The item that is on its way under the pointer; its place shows a trace of it.
        var carried: Item.ID?
        /// What a drop would do now.
        var landing: Landing?
        var glides: Glides
    }

    private static let zoneRadius = 14.0

    func draw(_ scene: Scene) {
        drawBackdrop(scene)
        if let zone = scene.shelf.layout.zone { drawZone(zone, scene) }
        let cards = CardPainter(context: context, time: time)
        for item in scene.shelf.items {
            guard var frame = scene.shelf.frame(of: item.id) else { continue }
            frame.origin = scene.glides.position(of: item.id, to: frame.origin, at: time)
            if item.id == scene.carried {
                Shapes.translucent(0.3, on: context) { cards.draw(item, in: frame, isSelected: false) }
            } else {
                cards.draw(item, in: frame, isSelected: item.id == scene.shelf.selection)
            }
        }
        drawLanding(scene)
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
        let heading = Rectangle(x: 20, y: 4, width: size.width - 40, height: Layout.header - 8)
        Typesetter(on: context, fontSize: 15).draw(StyledText(scene.title, .bold), in: heading, .text)
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
        if scene.shelf.zone.isEmpty, scene.landing != .join {
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
            case .origin: scene.carried.flatMap(shelf.origin)
            case .align, nil: nil
            }
        guard let place else { return }
        Shapes.outline(place, radius: CardPainter.radius, .accent, width: 2, isDashed: true, on: context)
    }
}
