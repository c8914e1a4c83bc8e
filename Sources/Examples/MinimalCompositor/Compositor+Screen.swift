// SPDX-License-Identifier: MIT

import CCairo
import Dray
import DrayCore
import DrayPresentation

// The screen, drawn on request: windows, the panel, and Dray's layers above them in order.

extension Compositor {
    /// Draws the screen to a PNG file.
    func draw(to path: String) {
        engine.frame(at: now)
        let screen = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(Self.screen.width), Int32(Self.screen.height))
        defer { cairo_surface_destroy(screen) }
        guard let context = cairo_create(screen) else { return }
        defer { cairo_destroy(context) }
        cairo_set_source_rgb(context, 0.8, 0.8, 0.8)
        cairo_paint(context)
        cairo_set_source_rgb(context, 1, 1, 0.6)
        cairo_rectangle(context, 0, Self.window.height, Self.noteWidth, Self.screen.height)
        cairo_fill(context)
        for surface in surfaces {
            if let bounds = surface.bounds, let content = surface.content { draw(content, at: bounds, with: context) }
        }
        for layer in engine.shown.flatMap(\.layers) {
            // Every layer has pixels, since Dray receives the pixels of icons.
            if let pixels = layer.pixels { draw(pixels, at: layer.bounds, opacity: layer.opacity, with: context) }
        }
        say("picture: \(String(cString: cairo_status_to_string(cairo_surface_write_to_png(screen, path))))")
    }

    private func draw(_ pixels: Pixels, at bounds: Rectangle, opacity: Double = 1, with context: OpaquePointer) {
        cairo_save(context)
        cairo_push_group(context)
        cairo_translate(context, bounds.x, bounds.y)
        pixels.draw(with: context, width: bounds.width, height: bounds.height)
        cairo_pop_group_to_source(context)
        cairo_paint_with_alpha(context, opacity)
        cairo_restore(context)
    }
}
