// SPDX-License-Identifier: MIT

internal import CCairo
package import DrayCore

/// Draws the contents of outputs with cairo, in global coordinates.
package struct Painter {
    private let context: OpaquePointer
    /// Whether surfaces are aligned to pixels: with a fractional scale, the buffer of a client that draws for it would
    /// otherwise be interpolated.
    private let isSnapping: Bool
    /// Whether only four pixels of a buffer are read for each pixel drawn, however much the buffer is reduced.
    /// Otherwise all are read.
    private let isCoarse: Bool

    package init(_ context: OpaquePointer, snapping isSnapping: Bool = false, coarse isCoarse: Bool = false) {
        self.context = context
        self.isSnapping = isSnapping
        self.isCoarse = isCoarse
    }

    /// Draws clipped to an area.
    func clipped(to area: Rectangle, _ draw: () -> Void) {
        cairo_save(context)
        defer { cairo_restore(context) }
        cairo_rectangle(context, area.x, area.y, area.width, area.height)
        cairo_clip(context)
        draw()
    }

    /// Fills with black, for areas outside of outputs.
    func paintNothing() {
        cairo_set_source_rgb(context, 0, 0, 0)
        cairo_paint(context)
    }

    /// Draws the background: a vertical gradient of low contrast, so that windows stand out.
    func paintDesktop(_ area: Rectangle) {
        let gradient = cairo_pattern_create_linear(0, area.y, area.width * 0.25, area.maxY)
        defer { cairo_pattern_destroy(gradient) }
        cairo_pattern_add_color_stop_rgb(gradient, 0, 0.355, 0.435, 0.520)
        cairo_pattern_add_color_stop_rgb(gradient, 1, 0.205, 0.260, 0.335)
        cairo_set_source(context, gradient)
        cairo_paint(context)
    }

    func paint(_ layer: Overlay) {
        cairo_save(context)
        defer { cairo_restore(context) }
        cairo_translate(context, layer.position.x, layer.position.y)
        // A scale of zero would make cairo's matrix singular.
        guard layer.scale > 0, layer.scale.isFinite, layer.opacity > 0 else { return }
        cairo_scale(context, layer.scale, layer.scale)
        guard layer.opacity < 1 else { return paint(layer.content) }
        cairo_push_group(context)
        paint(layer.content)
        cairo_pop_group_to_source(context)
        cairo_paint_with_alpha(context, layer.opacity)
    }

    /// Draws a surface and its subsurfaces.
    /// - Parameter origin: the upper left corner in user space.
    package func paint(_ surface: Surface, at origin: Point) {
        guard surface.state.pixels != nil else { return }
        for layer in surface.stack.layers {
            switch layer {
            case .own: paint(surface.state, at: origin)
            case .child(let child): if let above = child.surface { paint(above, at: origin + child.position) }
            }
        }
    }

    /// Draws a window or a popup with its children.
    func paint(_ shell: any ShellRole) {
        guard let origin = shell.surfaceOrigin else { return }
        paint(shell.surface, at: origin)
        for child in shell.children { paint(child) }
    }

    private func paint(_ content: Overlay.Content) {
        switch content {
        case .image(let image):
            cairo_set_source_surface(context, image, 0, 0)
            cairo_paint(context)
        case .surface(let surface): paint(surface, at: .zero)
        case .drawing(let draw): draw(context)
        }
    }

    func paint(_ state: SurfaceState, at origin: Point) {
        guard let pixels = state.pixels, !state.size.isEmpty else { return }
        let source = state.source ?? Rectangle(origin: .zero, size: state.bufferSize)
        var place = Rectangle(origin: origin, size: state.size)
        if isSnapping { place = snapped(place) }
        guard !place.isEmpty else { return }
        cairo_save(context)
        defer { cairo_restore(context) }
        cairo_translate(context, place.x, place.y)
        cairo_rectangle(context, 0, 0, place.width, place.height)
        cairo_clip(context)
        cairo_scale(context, place.width / source.width, place.height / source.height)
        cairo_translate(context, -source.x, -source.y)
        cairo_scale(context, 1 / Double(state.scale), 1 / Double(state.scale))
        var matrix = Self.matrix(from: state.transform, pixels.width, pixels.height)
        cairo_transform(context, &matrix)
        cairo_set_source_surface(context, pixels.surface, 0, 0)
        // The clip limits the image; without this mode its edges would be blended with transparency when stretched.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        if isCoarse || isMuchReduced(pixels) {
            cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR)
        }
        cairo_paint(context)
    }

    /// Whether a large buffer, such as that of an icon or a cursor, is drawn so small that reading all of it would take
    /// most of the time.
    private func isMuchReduced(_ pixels: PixelBuffer) -> Bool {
        guard pixels.width * pixels.height > Self.largestExact else { return false }
        let sides = [(1.0, 0.0), (0.0, 1.0)].map { side in
            var (x, y) = side
            cairo_user_to_device_distance(context, &x, &y)
            return (x * x + y * y).squareRoot()
        }
        return sides.contains { $0 < Self.largestReduction }
    }

    /// In pixels. Buffers up to this size are always read completely: a window that covers a common screen.
    private static let largestExact = 2048 * 2048
    /// The scale below which a buffer counts as much reduced, in drawn pixels per buffer pixel. Output scales never
    /// reduce more.
    private static let largestReduction = 0.25

    /// The rectangle with its edges aligned to the nearest pixels, in user space.
    private func snapped(_ area: Rectangle) -> Rectangle {
        var (left, top, right, bottom) = (area.x, area.y, area.maxX, area.maxY)
        cairo_user_to_device(context, &left, &top)
        cairo_user_to_device(context, &right, &bottom)
        (left, top, right, bottom) = (left.rounded(), top.rounded(), right.rounded(), bottom.rounded())
        cairo_device_to_user(context, &left, &top)
        cairo_device_to_user(context, &right, &bottom)
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}
