// SPDX-License-Identifier: MIT

import CCairo
import DrayCore

@testable import DrayPresentation

/// Images as clients draw them.
enum Samples {
    /// A photograph with straight edges: a gradient with a bright circle, opaque, at a buffer scale.
    static func photo(width: Int, height: Int, bufferScale: Int = 2) -> Pixels {
        let screen = Screen(
            width: Double(width), height: Double(height), scale: Double(bufferScale), background: Colour(0x274b7a))
        screen.draw { context in
            let wide = Double(screen.pixels.width)
            let high = Double(screen.pixels.height)
            let pattern = cairo_pattern_create_linear(0, 0, 0, high)
            cairo_pattern_add_color_stop_rgb(pattern, 0, 0.98, 0.62, 0.36)
            cairo_pattern_add_color_stop_rgb(pattern, 1, 0.42, 0.22, 0.55)
            cairo_set_source(context, pattern)
            cairo_pattern_destroy(pattern)
            cairo_paint(context)
            cairo_set_source_rgb(context, 1, 0.93, 0.75)
            cairo_arc(context, wide * 0.5, high * 0.55, high * 0.2, 0, 7)
            cairo_fill(context)
        }
        return screen.pixels
    }

    static func photoImage() -> DragImage {
        DragImage(
            pixels: photo(width: 84, height: 56), size: Size(width: 84, height: 56),
            offset: Point(x: -40, y: -30))
    }
}
