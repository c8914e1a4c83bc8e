// SPDX-License-Identifier: MIT

public import DrayCore

/// The cursor images that a compositor shows itself: the shapes during a drag (HIG-14), and the arrow.
///
/// Files are read when a shape is first shown at a scale, and cached. If the theme has no suitable cursor, or there is
/// no theme, a built-in arrow is used.
public final class PointerPictures {
    /// The nominal size of cursors, in points.
    public let size: Double
    private let theme: CursorTheme?
    private var known: [Key: [CursorImage]] = [:]

    private struct Key: Hashable {
        let shape: PointerShape?
        let pixels: Int
    }

    /// 24 points, the usual size of themes and desktops.
    public static let defaultSize = 24.0

    /// - Parameter size: The nominal size in points, clamped to 8...256.
    public init(theme: CursorTheme?, size: Double = PointerPictures.defaultSize) {
        self.theme = theme
        self.size = size.isFinite ? min(max(size, 8), 256) : Self.defaultSize
    }

    /// Returns the image of a shape at a time on the compositor's clock, since cursors may be animated. Nil if there is
    /// no memory.
    /// - Parameters:
    ///   - shape: The shape; nil for the arrow.
    ///   - scale: Device pixels per point.
    public func picture(for shape: PointerShape?, scale: Double, at time: Instant) -> CursorImage? {
        let pixels = Int((size * PresentationStyle(scale: scale).scale).rounded())
        let key = Key(shape: shape, pixels: pixels)
        let images = known[key] ?? load(shape, pixels)
        known[key] = images
        let length = images.reduce(0) { $0 + $1.delay }
        guard length > 0 else { return images.first }
        var moment = Int(time.microseconds / 1000 % UInt64(length))
        return images.first { image in
            moment -= image.delay
            return moment < 0
        } ?? images.first
    }

    private func load(_ shape: PointerShape?, _ pixels: Int) -> [CursorImage] {
        let file = theme?.cursor(named: shape?.names ?? PointerShape.arrowNames, size: pixels)
        if let file { return file.images }
        return CursorImage(arrowOf: pixels).map { [$0] } ?? []
    }
}
