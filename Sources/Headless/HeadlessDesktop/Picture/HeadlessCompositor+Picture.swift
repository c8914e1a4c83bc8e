// SPDX-License-Identifier: MIT

internal import CCairo
public import DrayCore
internal import WaylandServer

// Screenshots of outputs, complete or in part, for comparisons in tests and for reports.

extension HeadlessCompositor {
    /// Takes a screenshot of an output in its own pixels: the background, the windows, the layers, and on top the
    /// pointers that have been moved.
    /// - Parameter output: nil for the first one.
    public func capture(_ output: Output? = nil, withPointers: Bool = true) throws(HeadlessError) -> Screenshot {
        guard let output = output ?? outputs.first else { throw .noOutput }
        return try capture(output.area, scale: output.scale) { painter in
            paint(output, with: painter, scale: output.scale, withPointers)
        }
    }

    /// Takes a screenshot of all outputs at their positions; the area between them is black.
    public func captureAll(withPointers: Bool = true) throws(HeadlessError) -> Screenshot {
        guard let first = outputs.first?.area else { throw .noOutput }
        return try capture(in: outputs.dropFirst().reduce(first) { $0.union($1.area) }, withPointers: withPointers)
    }

    /// Takes a screenshot of a part of the global coordinate space, at the highest scale of the outputs in it. Areas
    /// outside of outputs are black, and those beyond all outputs are cut off.
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

    /// Takes a screenshot of the layers alone, on a transparent background, at the scale of the output in that area.
    /// - Parameter area: in global coordinates.
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

    /// Paints the cursors of clients, or else the compositor's own.
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
        // Rounding errors must not add a pixel.
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
    /// The rectangle with its edges aligned to pixels.
    fileprivate func onPixels(scale: Double) -> Rectangle {
        let left = (x * scale).rounded() / scale
        let top = (y * scale).rounded() / scale
        return Rectangle(
            x: left, y: top, width: (maxX * scale).rounded() / scale - left,
            height: (maxY * scale).rounded() / scale - top)
    }
}
