// SPDX-License-Identifier: MIT

import CCairo

/// The shapes of the window, in points.
enum Shapes {
    static func path(_ area: Rectangle, radius: Double, on context: OpaquePointer) {
        let x = area.origin.x
        let y = area.origin.y
        cairo_new_sub_path(context)
        cairo_arc(context, area.maxX - radius, y + radius, radius, -0.5 * .pi, 0)
        cairo_arc(context, area.maxX - radius, area.maxY - radius, radius, 0, 0.5 * .pi)
        cairo_arc(context, x + radius, area.maxY - radius, radius, 0.5 * .pi, .pi)
        cairo_arc(context, x + radius, y + radius, radius, .pi, 1.5 * .pi)
        cairo_close_path(context)
    }

    static func fill(_ area: Rectangle, radius: Double, _ colour: Colour, on context: OpaquePointer) {
        path(area, radius: radius, on: context)
        colour.set(on: context)
        cairo_fill(context)
    }

    /// A line along the inner edge.
    static func outline(
        _ area: Rectangle, radius: Double, _ colour: Colour, width: Double, isDashed: Bool = false,
        on context: OpaquePointer
    ) {
        cairo_save(context)
        path(area.inset(by: width / 2), radius: radius - width / 2, on: context)
        colour.set(on: context)
        cairo_set_line_width(context, width)
        if isDashed { cairo_set_dash(context, [5, 4], 2, 0) }
        cairo_stroke(context)
        cairo_restore(context)
    }

    /// A soft shadow below a shape, made of many thin layers, since cairo has no blur.
    static func shadow(_ area: Rectangle, radius: Double, depth: Double, on context: OpaquePointer) {
        let layers = 12
        for layer in 1...layers {
            // Denser near the shape, so that the shadow fades smoothly.
            let share = Double(layer) / Double(layers)
            let spread = depth * share * share
            var soft = area.inset(by: -spread)
            soft.origin.y += depth * 0.3
            fill(soft, radius: radius + spread, Colour(0x1c1710, alpha: 0.014), on: context)
        }
    }

    /// Draws a group with opacity, so that overlapping parts do not show through each other.
    static func translucent(_ alpha: Double, on context: OpaquePointer, _ body: () -> Void) {
        cairo_push_group(context)
        body()
        cairo_pop_group_to_source(context)
        cairo_paint_with_alpha(context, alpha)
    }
}

/// A colour with components from 0 to 1.
struct Colour {
    let red, green, blue, alpha: Double

    /// - Parameter hex: `0xRRGGBB`.
    init(_ hex: UInt32, alpha: Double = 1) {
        red = Double(hex >> 16 & 0xff) / 255
        green = Double(hex >> 8 & 0xff) / 255
        blue = Double(hex & 0xff) / 255
        self.alpha = alpha
    }

    func set(on context: OpaquePointer) { cairo_set_source_rgba(context, red, green, blue, alpha) }

    static let backdrop = Colour(0xf1efea)
    static let panel = Colour(0xffffff, alpha: 0.55)
    static let line = Colour(0x2a2520, alpha: 0.16)
    static let card = Colour(0xffffff)
    static let text = Colour(0x22252b)
    static let quiet = Colour(0x6b6f78)
    static let accent = Colour(0x2f6fde)
    static let accentTint = Colour(0x2f6fde, alpha: 0.09)
    static let track = Colour(0x22252b, alpha: 0.12)

    /// The colours that distinguish cards, in order.
    static let marks = [0x4c7dd9, 0xd9734c, 0x4ca66b, 0xa65cc2, 0xc9a227, 0x3ba3b0].map { Colour($0) }
}
