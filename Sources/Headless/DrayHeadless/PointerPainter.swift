// SPDX-License-Identifier: MIT

internal import CCairo
internal import DrayCore
internal import DrayPresentation
internal import HeadlessDesktop

/// Displays the compositor's own cursors: the shapes of a drag (HIG-14), and the arrow.
final class PointerPainter {
    private let pictures: PointerPictures

    init(_ configuration: PointerConfiguration) {
        pictures = PointerPictures(configuration)
    }

    /// A cursor with its hotspot at `point` in global coordinates, aligned to pixels; nil if memory is exhausted.
    /// - Parameters:
    ///   - shape: nil for the arrow.
    ///   - scale: the output scale.
    ///   - time: the time in the compositor's clock, for animated cursors.
    func layer(
        for shape: PointerShape?, at point: Point, scale: Double, time: Instant
    ) -> Overlay? {
        guard let image = pictures.picture(for: shape, scale: scale, at: time) else { return nil }
        // Screen pixels per image pixel: 1 if the theme has the exact size.
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
