// SPDX-License-Identifier: MIT

import CCairo
import WaylandClient

/// The pointer's shape over our window: an arrow, drawn by ourselves, so that no cursor theme is needed.
///
/// During a drag the shape is the compositor's.
final class Cursor {
    private let surface: WlSurface
    private let picture: SharedBuffer?

    /// Drawn large enough for every usual screen; the compositor makes it smaller.
    private static let scale: Int32 = 2
    /// In points.
    private static let side: Int32 = 24
    private static let hotspot: Int32 = 3

    init(_ globals: Globals) {
        surface = globals.compositor.createSurface()
        picture = SharedBuffer(globals.shm, width: Self.side * Self.scale, height: Self.side * Self.scale)
        picture?.draw(scale: Self.scale, Self.paint)
        picture?.attach(to: surface)
        surface.setBufferScale(scale: Self.scale)
        surface.commit()
    }

    deinit {
        surface.destroy()
    }

    /// - Parameter serial: of the `wl_pointer.enter` that made the shape ours.
    func show(on pointer: WlPointer, serial: UInt32) {
        pointer.setCursor(serial: serial, surface: surface, hotspotX: Self.hotspot, hotspotY: Self.hotspot)
    }

    private static func paint(_ context: OpaquePointer) {
        let tip = Double(hotspot)
        cairo_move_to(context, tip, tip)
        for (x, y) in [(0.0, 15.5), (3.6, 12.2), (6.1, 17.8), (8.7, 16.7), (6.2, 11.2), (11.2, 11.0)] {
            cairo_line_to(context, tip + x, tip + y)
        }
        cairo_close_path(context)
        cairo_set_source_rgb(context, 0.1, 0.1, 0.12)
        cairo_fill_preserve(context)
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_set_line_width(context, 1.4)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_stroke(context)
    }
}
