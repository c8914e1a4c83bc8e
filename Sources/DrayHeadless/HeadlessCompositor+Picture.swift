// SPDX-License-Identifier: MIT

internal import CCairo
internal import DrayCore

extension HeadlessCompositor {
    /// A picture of what an output shows now, in its own pixels: the desktop, the windows, the layers, and on top the
    /// pointers as far as their clients have given them a picture.
    /// - Parameter output: the first one for nil.
    public func capture(_ output: Output? = nil, withPointers: Bool = true) throws(HeadlessError) -> Picture {
        guard let output = output ?? outputs.first else { throw .outOfMemory }
        let surface = cairo_image_surface_create(
            CAIRO_FORMAT_ARGB32, output.configuration.width, output.configuration.height)
        defer { cairo_surface_destroy(surface) }
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface)
        else { throw .outOfMemory }
        defer { cairo_destroy(context) }
        cairo_scale(context, Double(output.scale), Double(output.scale))
        cairo_translate(context, -output.area.x, -output.area.y)

        let painter = Painter(context)
        painter.paintDesktop(output.area)
        for window in windows { painter.paint(window) }
        for layer in layers() { painter.paint(layer) }
        if withPointers {
            for seat in seats {
                guard case .surface(let cursor, let hotspot) = seat.pointer.cursor else { continue }
                painter.paint(cursor, at: seat.pointer.position - hotspot)
            }
        }
        return Picture(copying: surface)
    }
}
