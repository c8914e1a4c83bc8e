// SPDX-License-Identifier: MIT

internal import CCairo
internal import DrayCore
internal import DrayPresentation
internal import WaylandServer

extension HeadlessCompositor {
    /// A picture of what an output shows now, in its own pixels: the desktop, the windows, the layers, and on top the
    /// pointers that were ever moved.
    /// - Parameter output: the first one for nil.
    public func capture(_ output: Output? = nil, withPointers: Bool = true) throws(HeadlessError) -> Picture {
        guard let output = output ?? outputs.first else { throw .outOfMemory }
        return try capture(output.area, scale: Double(output.scale)) { painter in
            painter.paintDesktop(output.area)
            for window in windows { painter.paint(window) }
            for layer in layers() { painter.paint(layer) }
            if withPointers { paintPointers(painter, scale: Double(output.scale)) }
        }
    }

    /// A picture of the layers alone, on nothing, in the pixels of the output that the area lies on.
    /// - Parameter area: in the global space.
    public func captureLayers(in area: Rectangle) throws(HeadlessError) -> Picture {
        try capture(area, scale: Double(output(at: area.center)?.scale ?? 1)) { painter in
            for layer in layers() { painter.paint(layer) }
        }
    }

    /// What the clients have given their pointer, or else the compositor's own picture.
    private func paintPointers(_ painter: Painter, scale: Double) {
        for seat in seats where seat.pointer.hasMoved && seat.capabilities.contains(.pointer) {
            switch seat.pointer.cursor {
            case .hidden: break
            case .surface(let cursor, let hotspot): painter.paint(cursor, at: seat.pointer.position - hotspot)
            case .standard:
                let shape = pointerShape(seat)
                if let image = pointerPictures.picture(for: shape, scale: scale, at: clock.now) {
                    painter.paint(image, size: pointerPictures.size, at: seat.pointer.position, scale: scale)
                }
            }
        }
    }

    private func capture(
        _ area: Rectangle, scale: Double, _ paint: (Painter) -> Void
    ) throws(HeadlessError) -> Picture {
        let width = Int32((area.width * scale).rounded(.up))
        let height = Int32((area.height * scale).rounded(.up))
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
        defer { cairo_surface_destroy(surface) }
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface)
        else { throw .outOfMemory }
        defer { cairo_destroy(context) }
        cairo_scale(context, scale, scale)
        cairo_translate(context, -area.x, -area.y)
        paint(Painter(context))
        return Picture(copying: surface)
    }
}
