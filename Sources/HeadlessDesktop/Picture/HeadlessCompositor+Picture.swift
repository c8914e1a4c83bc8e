// SPDX-License-Identifier: MIT

internal import CCairo
public import DrayCore
internal import WaylandServer

// Pictures of the screen, whole or in part: what tests compare, and reports show.

extension HeadlessCompositor {
    /// A picture of what an output shows now, in its own pixels: the desktop, the windows, the layers, and on top the
    /// pointers that were ever moved.
    /// - Parameter output: the first one for nil.
    public func capture(_ output: Output? = nil, withPointers: Bool = true) throws(HeadlessError) -> Screenshot {
        guard let output = output ?? outputs.first else { throw .noOutput }
        return try capture(output.area, scale: output.scale) { painter in
            paint(output, with: painter, scale: output.scale, withPointers)
        }
    }

    /// A picture of all outputs, where they are beside one another; black where none is.
    public func captureAll(withPointers: Bool = true) throws(HeadlessError) -> Screenshot {
        guard let first = outputs.first?.area else { throw .noOutput }
        return try capture(in: outputs.dropFirst().reduce(first) { $0.union($1.area) }, withPointers: withPointers)
    }

    /// A picture of what outputs show of a part of the global space, in the pixels of the finest of them; black where none
    /// shows it, and without what lies beyond all of them.
    public func capture(in area: Rectangle, withPointers: Bool = true) throws(HeadlessError) -> Screenshot {
        let shown = outputs.filter { $0.area.overlaps(area) }
        guard let first = shown.first, let scale = shown.map(\.scale).max() else { throw .noOutput }
        let whole = shown.dropFirst().reduce(first.area) { $0.union($1.area) }
        return try capture(area.intersection(whole).onPixels(scale: scale), scale: scale) { painter in
            painter.paintNothing()
            for output in shown {
                painter.clipped(to: output.area) { paint(output, with: painter, scale: scale, withPointers) }
            }
        }
    }

    /// A picture of the layers alone, on nothing, in the pixels of the output that the area lies on.
    /// - Parameter area: in the global space.
    public func captureLayers(in area: Rectangle) throws(HeadlessError) -> Screenshot {
        try capture(area, scale: output(at: area.center)?.scale ?? 1) { painter in
            for layer in layers() { painter.paint(layer) }
        }
    }

    private func paint(_ output: Output, with painter: Painter, scale: Double, _ withPointers: Bool) {
        painter.paintDesktop(output.area)
        for window in scene.windows { painter.paint(window) }
        for layer in layers() { painter.paint(layer) }
        if withPointers { paintPointers(painter, scale: scale) }
    }

    /// What the clients have given their pointer, or else the compositor's own picture.
    private func paintPointers(_ painter: Painter, scale: Double) {
        for seat in seats where seat.pointer.hasMoved && seat.capabilities.contains(.pointer) {
            switch seat.pointer.cursor {
            case .hidden: break
            case .surface(let cursor, let hotspot): painter.paint(cursor, at: seat.pointer.position - hotspot)
            case .standard:
                if let layer = pointerLayer(seat, scale) { painter.paint(layer) }
            }
        }
    }

    private func capture(
        _ area: Rectangle, scale: Double, _ paint: (Painter) -> Void
    ) throws(HeadlessError) -> Screenshot {
        // What is left of rounding is no pixel of its own.
        let width = Int32((area.width * scale - 0.01).rounded(.up))
        let height = Int32((area.height * scale - 0.01).rounded(.up))
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
        defer { cairo_surface_destroy(surface) }
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface)
        else { throw .outOfMemory }
        defer { cairo_destroy(context) }
        cairo_scale(context, scale, scale)
        cairo_translate(context, -area.x, -area.y)
        paint(Painter(context, snapping: scale != scale.rounded()))
        return Screenshot(copying: surface)
    }
}

extension Rectangle {
    /// The same with its edges on whole pixels.
    fileprivate func onPixels(scale: Double) -> Rectangle {
        let left = (x * scale).rounded() / scale
        let top = (y * scale).rounded() / scale
        return Rectangle(
            x: left, y: top, width: (maxX * scale).rounded() / scale - left,
            height: (maxY * scale).rounded() / scale - top)
    }
}
