// SPDX-License-Identifier: MIT

internal import CCairo
internal import DrayCore
internal import DrayPresentation

extension DragImage {
    /// The image of an icon surface as it is now, with its subsurfaces, scale, transform and viewport applied.
    ///
    /// The pixels are copied: clients destroy the surface the moment a drag ends.
    /// - Parameter offset: from the hotspot to the surface's upper left corner, in points.
    /// - Returns: nil for a surface without content.
    init?(_ icon: Surface, offset: Point) {
        let size = icon.state.size
        guard icon.state.pixels != nil, !size.isEmpty else { return nil }
        let scale = Double(max(icon.state.scale, 1))
        let (width, height) = (Int32((size.width * scale).rounded()), Int32((size.height * scale).rounded()))
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height) else { return nil }
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
            return nil
        }
        cairo_scale(context, scale, scale)
        Painter(context).paint(icon, at: .zero)
        cairo_destroy(context)
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        let bytes = UnsafeRawBufferPointer(
            start: cairo_image_surface_get_data(surface), count: stride * Int(height))
        self.init(
            copying: ClientBuffer(
                bytes: bytes, width: Int(width), height: Int(height), stride: stride, format: .argb8888,
                size: TimelineSize(width: size.width, height: size.height)),
            offset: offset)
    }
}
