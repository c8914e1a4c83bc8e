// SPDX-License-Identifier: MIT

import CCairo
import WaylandClient

/// The cursor over the window: an arrow that is drawn here, so that no cursor theme is needed.
///
/// During a drag the compositor sets the cursor.
final class Cursor {
    private let surface: WlSurface
    private let picture: SharedBuffer?

    /// The buffer scale, high enough for usual outputs; the compositor reduces it.
    private static let scale: Int32 = 2
    /// In points.
    private static let hotspot: Int32 = 3

    init(_ globals: Globals) {
        surface = globals.compositor.createSurface()
        picture = SharedBuffer(globals.shm, Size(width: 24, height: 24), scale: Self.scale, Self.paint)
        picture?.attach(to: surface)
        surface.setBufferScale(scale: Self.scale)
        surface.commit()
    }

    deinit {
        surface.destroy()
    }

    /// - Parameter serial: the serial of the `wl_pointer.enter` event.
    func show(on pointer: WlPointer, serial: UInt32) {
        pointer.setCursor(serial: serial, surface: surface, hotspotX: Self.hotspot, hotspotY: Self.hotspot)
    }

    private static func paint(_ context: OpaquePointer) {
        cairo_translate(context, Double(hotspot), Double(hotspot))
        for (x, y) in [(0, 0), (0.0, 15.5), (3.6, 12.2), (6.1, 17.8), (8.7, 16.7), (6.2, 11.2), (11.2, 11.0)] {
            cairo_line_to(context, x, y)
        }
        cairo_close_path(context)
        Colour.text.set(on: context)
        cairo_fill_preserve(context)
        Colour.card.set(on: context)
        cairo_set_line_width(context, 1.4)
        cairo_stroke(context)
    }
}
