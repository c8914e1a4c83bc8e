// SPDX-License-Identifier: MIT

public import DrayCore

/// The pictures of the pointer that a compositor shows by itself: its shapes during a drag (HIG-14), and its arrow.
///
/// Files are read when a shape is first shown at a scale, and kept. A theme that lacks everything, or no theme at all,
/// leaves an arrow that is drawn here.
public final class PointerPictures {
    /// The nominal size of pointers in points.
    public let size: Double
    private let theme: CursorTheme?
    private var known: [Key: [CursorImage]] = [:]

    private struct Key: Hashable {
        let shape: PointerShape?
        let pixels: Int
    }

    /// 24 points: what themes are drawn for, and desktops use.
    public static let defaultSize = 24.0

    /// - Parameter size: in points; brought into 8 to 256.
    public init(theme: CursorTheme?, size: Double = PointerPictures.defaultSize) {
        self.theme = theme
        self.size = size.isFinite ? min(max(size, 8), 256) : Self.defaultSize
    }

    /// The picture of a shape at a time on the compositor's clock; pointers may be animated. Nil without memory.
    /// - Parameters:
    ///   - shape: nil for the arrow.
    ///   - scale: device pixels per point.
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
