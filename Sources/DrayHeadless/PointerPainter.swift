// SPDX-License-Identifier: MIT

internal import CCairo
internal import DrayCore
internal import DrayPresentation
internal import HeadlessDesktop

/// Shows the pointers that no client gives: the shapes of a drag (HIG-14), and the arrow.
final class PointerPainter {
    private let pictures: PointerPictures

    init(_ configuration: PointerConfiguration) {
        pictures = PointerPictures(configuration)
    }

    /// A pointer whose hotspot is at `point` in the global space, on whole pixels; nil without memory for it.
    /// - Parameters:
    ///   - shape: nil for the arrow.
    ///   - scale: the screen's pixels for a point.
    ///   - time: on the compositor's clock; pointers may be animated.
    func layer(
        for shape: PointerShape?, at point: Point, scale: Double, time: Instant
    ) -> Overlay? {
        guard let image = pictures.picture(for: shape, scale: scale, at: time) else { return nil }
        // Pixels of the screen for one of the picture: 1 where the theme has the right size.
        let factor = pictures.size * scale / Double(max(image.nominalSize, 1))
        let x = (point.x * scale).rounded() - (Double(image.hotspotX) * factor).rounded()
        let y = (point.y * scale).rounded() - (Double(image.hotspotY) * factor).rounded()
        let width = Double(image.pixels.width) * factor / scale
        let height = Double(image.pixels.height) * factor / scale
        return Overlay(
            .drawing { context in image.pixels.draw(with: context, width: width, height: height) },
            at: Point(x: x / scale, y: y / scale))
    }
}
