// SPDX-License-Identifier: MIT

public import DrayCore

/// What one of several items looks like, as far as its client says so (HIG-07, HIG-08).
public enum ItemLook {
    /// Nothing is known of it.
    case unknown
    /// What is shown for its kind.
    case standard(StandardImage)
    /// What its client has drawn.
    case picture(Pixels, Size)

    /// A picture as the image of a drag whose client gave no icon. It is held as a standard image is.
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

    /// In points: an item's picture is for one of many, and covers no window.
    private static let sideLimit = 256.0
}
