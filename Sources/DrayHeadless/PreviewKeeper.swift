// SPDX-License-Identifier: MIT

internal import Dray
internal import DrayCore
internal import DrayPresentation
internal import HeadlessDesktop

/// Looks after surfaces that items look like, by the extension. They are on no screen themselves.
///
/// A client may commit buffers of any size on them as often as it likes: an image is made only of one that has changed,
/// and of four pixels of the buffer for each pixel of an image that is at most twice as large as needed.
final class PreviewKeeper: SurfaceRoleHandler {
    private let engine: DragEngine
    /// The images that were made last, with what was on the surfaces then.
    private var made: [SurfaceID: (content: SurfaceContent, image: DragImage)] = [:]

    /// The longest side of an image, in pixels: as many as are shown of one of several items on any screen.
    private static let sideLimit = 512.0

    init(_ engine: DragEngine) { self.engine = engine }

    /// The image of what is on it now. The compositor tells its client, as all others, when it may draw again.
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
        // The buffer counts as its client's as long as it is kept.
        if let last = made[surface.id], last.content != SurfaceContent(surface, hasSubsurfaces: false) {
            made[surface.id] = nil
        }
        engine.previewChanged(surface.object)
    }

    func surfaceDestroyed(_ surface: Surface) { made[surface.id] = nil }
}
