// SPDX-License-Identifier: MIT

import CCairo

/// The few shapes that the window is made of, in points.
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

    /// A soft shadow below a shape: many thin layers, since cairo has no blur.
    static func shadow(_ area: Rectangle, radius: Double, depth: Double, on context: OpaquePointer) {
        let layers = 12
        for layer in 1...layers {
            // Close together near the shape, so that the shadow fades out smoothly.
            let share = Double(layer) / Double(layers)
            let spread = depth * share * share
            var soft = area.inset(by: -spread)
            soft.origin.y += depth * 0.3
            fill(soft, radius: radius + spread, Colour(0x1c1710, alpha: 0.014), on: context)
        }
    }

    /// Draws something as a whole, so that what lies over each other in it does not show through.
    static func translucent(_ alpha: Double, on context: OpaquePointer, _ body: () -> Void) {
        cairo_push_group(context)
        body()
        cairo_pop_group_to_source(context)
        cairo_paint_with_alpha(context, alpha)
    }
}
