// SPDX-License-Identifier: MIT

internal import CCairo
internal import DrayCore
internal import DrayPresentation
internal import HeadlessDesktop

extension DragImage {
    /// The image of an icon surface as it is now, with its subsurfaces, scale, transform and viewport applied.
    ///
    /// The pixels are copied, at the fineness of the client's buffer, and never more than `Pixels.keptPixelLimit` of
    /// them: an icon of 16384 x 16384 pixels is kept smaller and shown at its size. Subsurfaces are seen where they lie
    /// on the icon itself.
    /// - Parameter offset: from the hotspot to the surface's upper left corner, in points.
    /// - Returns: nil for a surface without content, or without memory for it.
    init?(_ icon: Surface, offset: Point) {
        let size = icon.state.size
        guard icon.state.pixels != nil, !size.isEmpty, size.width.isFinite, size.height.isFinite else { return nil }
        let source = icon.state.source?.size ?? icon.state.bufferSize
        let buffer = Double(max(icon.state.scale, 1))
        // A viewport may show a fine buffer small (fractional scaling does), or a coarse one large.
        let x = Self.fineness(of: buffer * source.width, shownAs: size.width, by: size)
        let y = Self.fineness(of: buffer * source.height, shownAs: size.height, by: size)
        let width = max((size.width * x).rounded(), 1)
        let height = max((size.height * y).rounded(), 1)
        let pixels = Pixels(width: Int(width), height: Int(height), scale: max(x, y)) { context in
            cairo_scale(context, width / size.width, height / size.height)
            Painter(context).paint(icon, at: .zero)
        }
        guard let pixels else { return nil }
        self.init(pixels: pixels, size: TimelineSize(width: size.width, height: size.height), offset: offset)
    }

    /// Pixels to keep for a point on one side: those of the client, as far as the limits for the whole allow.
    private static func fineness(of pixels: Double, shownAs points: Double, by size: Size) -> Double {
        let byArea = (Double(Pixels.keptPixelLimit) / (size.width * size.height)).squareRoot()
        let bySide = Double(Pixels.clientSideLimit) / max(size.width, size.height)
        return min(pixels / points, byArea, bySide)
    }
}
