// SPDX-License-Identifier: MIT

internal import Dray
internal import DrayCore
internal import DrayPresentation
internal import HeadlessDesktop

/// Manages the preview surfaces of items (extension). They are not on the screen themselves.
///
/// A client may commit buffers of any size at any rate. An image is only made if the content has changed. For each
/// pixel of the image, which is at most twice as large as needed, four pixels of the buffer are read.
final class PreviewKeeper: SurfaceRoleHandler {
    private let engine: DragEngine
    /// The last images, with the contents that they were made of.
    private var made: [SurfaceID: (content: SurfaceContent, image: DragImage)] = [:]

    /// The maximum side length of an image in pixels: the largest size at which one of several items is shown on any
    /// output.
    private static let sideLimit = 512.0

    init(_ engine: DragEngine) { self.engine = engine }

    /// The image of the current content. Frame callbacks are sent by the compositor as for all surfaces.
    func picture(of preview: Surface) -> DragImage? {
        guard let content = SurfaceContent(preview, hasSubsurfaces: false) else { return nil }
        if let last = made[preview.id], last.content == content { return last.image }
        let (size, scale) = (content.size, Double(max(preview.state.scale, 1)))
        let factor = min(scale, Self.sideLimit / max(size.width, size.height))
        let width = max((size.width * factor).rounded(), 1)
        let height = max((size.height * factor).rounded(), 1)
        guard let pixels = Self.draw(content, width: width, height: height, scale: factor) else { return nil }
        let image = DragImage(pixels: pixels, size: size)
        made[preview.id] = (content, image)
        return image
    }

    private static func draw(_ content: SurfaceContent, width: Double, height: Double, scale: Double) -> Pixels? {
        guard Double(content.longestSide) > 2 * sideLimit else {
            return Pixels(width: Int(width), height: Int(height), scale: scale) {
                content.draw(with: $0, width: width, height: height)
            }
        }
        let coarse = Pixels(width: 2 * Int(width), height: 2 * Int(height)) {
            content.draw(with: $0, width: 2 * width, height: 2 * height, coarse: true)
        }
        guard let coarse else { return nil }
        return Pixels(width: Int(width), height: Int(height), scale: scale) {
            coarse.draw(with: $0, width: width, height: height)
        }
    }

    func surfaceCommitted(_ surface: Surface, offset: Point) {
        // The retained buffer counts toward the client's budget.
        if let last = made[surface.id], last.content != SurfaceContent(surface, hasSubsurfaces: false) {
            made[surface.id] = nil
        }
        engine.previewChanged(surface.object)
    }

    func surfaceDestroyed(_ surface: Surface) { made[surface.id] = nil }
}
