// SPDX-License-Identifier: MIT

internal import Dray
internal import DrayCore
internal import DrayPresentation
internal import HeadlessDesktop

/// Looks after surfaces that items look like, by the extension. They are on no screen themselves.
final class PreviewKeeper: SurfaceRoleHandler {
    private let engine: DragEngine

    /// In pixels: as many as are shown of one of several items on any screen.
    private static let sideLimit = 512.0

    init(_ engine: DragEngine) { self.engine = engine }

    /// What is on it now. The compositor tells its client, as all others, when it may draw again.
    func picture(of preview: Surface) -> DragImage? {
        guard let content = SurfaceContent(preview, hasSubsurfaces: false) else { return nil }
        let (size, scale) = (content.size, Double(max(preview.state.scale, 1)))
        let factor = min(scale, Self.sideLimit / max(size.width, size.height))
        let width = max((size.width * factor).rounded(), 1)
        let height = max((size.height * factor).rounded(), 1)
        let pixels = Pixels(width: Int(width), height: Int(height), scale: factor) {
            content.draw(with: $0, width: width, height: height)
        }
        return pixels.map { DragImage(pixels: $0, size: size) }
    }

    func surfaceCommitted(_ surface: Surface, offset: Point) { engine.previewChanged(surface.object) }
    func surfaceDestroyed(_ surface: Surface) {}
}
