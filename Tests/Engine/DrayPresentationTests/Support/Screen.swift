// SPDX-License-Identifier: MIT

import CCairo
import DrayCore

@testable import DrayPresentation

/// A part of an output: composites layers over a background with cairo.
struct Screen {
    let pixels: Pixels
    let scale: Double

    /// The backgrounds of the references: those of common light and dark desktops.
    static func background(_ appearance: Appearance) -> Colour {
        switch appearance {
        case .light: Colour(0xeceef1)
        case .dark: Colour(0x202226)
        }
    }

    /// `width` and `height` in points.
    init(width: Double, height: Double, scale: Double, background: Colour) {
        pixels = Pixels(
            width: Int((width * scale).rounded(.up)), height: Int((height * scale).rounded(.up)), scale: scale)!
        self.scale = scale
        draw { context in
            cairo_set_source_rgba(context, background.red, background.green, background.blue, background.alpha)
            cairo_paint(context)
        }
    }

    /// Paints edges and colours below, so that translucency is visible.
    func paintStripes(_ appearance: Appearance) {
        draw { context in
            let ink = appearance == .light ? 0.55 : 0.65
            cairo_set_source_rgb(context, ink, ink, ink)
            for row in stride(from: 8.0, to: Double(pixels.height) / scale, by: 12) {
                cairo_rectangle(context, 0, row * scale, Double(pixels.width), 3 * scale)
            }
            cairo_fill(context)
        }
    }

    func paint(_ layers: [Layer]) {
        draw { context in
            for layer in layers {
                // The host shows the client's own icon.
                guard let pixels = layer.pixels else { continue }
                cairo_save(context)
                let x = layer.bounds.x * scale
                let y = layer.bounds.y * scale
                let width = layer.bounds.width * scale
                let height = layer.bounds.height * scale
                cairo_translate(context, x, y)
                cairo_rectangle(context, 0, 0, width, height)
                cairo_clip(context)
                cairo_scale(context, width / Double(pixels.width), height / Double(pixels.height))
                cairo_set_source_surface(context, pixels.surface, 0, 0)
                cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
                cairo_paint_with_alpha(context, layer.opacity)
                cairo_restore(context)
            }
        }
    }

    func paint(_ picture: Picture, hotspotAt point: Point) {
        paint([picture.layer(FrameState(position: point), opacity: 1, deviceScale: scale)])
    }

    func draw(_ body: (OpaquePointer) -> Void) {
        let context = cairo_create(pixels.surface)!
        body(context)
        cairo_destroy(context)
    }

    /// Combines several screens in a row, a few pixels apart.
    static func row(_ screens: [Screen], gap: Int = 2) -> Pixels {
        let width = screens.reduce(-gap) { $0 + $1.pixels.width + gap }
        let height = screens.map(\.pixels.height).max() ?? 1
        let whole = Screen(width: Double(width), height: Double(height), scale: 1, background: Colour(0x808080))
        var x = 0.0
        for screen in screens {
            let bounds = Rectangle(
                x: x, y: 0, width: Double(screen.pixels.width), height: Double(screen.pixels.height))
            whole.paint([Layer(pixels: screen.pixels, bounds: bounds)])
            x += Double(screen.pixels.width + gap)
        }
        return whole.pixels
    }
}
