// SPDX-License-Identifier: MIT

public import DrayCore

/// The look of one of several items, as far as its client describes it (HIG-07, HIG-08).
public enum ItemLook {
    /// Unknown.
    case unknown
    /// The standard image for its kind.
    case standard(StandardImage)
    /// An image that the client has drawn.
    case picture(Pixels, Size)

    /// The look as the image of a drag without an icon, with the relative hotspot of a standard image.
    var image: DragImage? {
        switch self {
        case .unknown: return nil
        case .standard(let image): return DragImage(image)
        case .picture(let pixels, let size):
            let factor = min(1, Self.sideLimit / max(size.width, size.height))
            let shown = Size(width: size.width * factor, height: size.height * factor)
            let hold = Point(
                x: -shown.width * StandardImage.hotspot.x / StandardImage.size.width,
                y: -shown.height * StandardImage.hotspot.y / StandardImage.size.height)
            return DragImage(pixels: pixels, size: shown, offset: hold)
        }
    }

    /// The maximum side in points: an item's image represents one of many, and must not cover a window.
    private static let sideLimit = 256.0
}
