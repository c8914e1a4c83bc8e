// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayPresentation
internal import HeadlessDesktop
internal import WaylandServer

/// A client's icon surface during one drag: what is on it, and how far it was moved from the hotspot (HIG-12).
final class DragIcon {
    let surface: Surface
    /// From the hotspot to the surface's upper left corner, in points: all offsets since the drag began, added up.
    private var offset = Point.zero
    /// What the last copy was made of.
    private var parts: [Part] = []
    private var image: DragImage?

    /// One surface of the icon's tree. Two are equal if they look the same; the pixels are kept, so that no others can
    /// come to lie at their address.
    private struct Part: Equatable {
        let pixels: PixelBuffer
        let position: Point
        let size: Size
        let source: Rectangle?
        let scale: Int32
        let transform: WlOutput.Transform

        static func == (left: Part, right: Part) -> Bool {
            left.pixels === right.pixels && left.position == right.position && left.size == right.size
                && left.source == right.source && left.scale == right.scale && left.transform == right.transform
        }
    }

    /// What has become of the icon since it was looked at last.
    enum Change {
        case none
        /// Other content or another place.
        case changed(DragImage)
        /// The client has taken its content away.
        case emptied
    }

    /// - Parameter surface: its content may have been committed before the drag began; its offsets count from now on.
    init(_ surface: Surface) {
        self.surface = surface
    }

    /// The client moved the content's upper left corner (`wl_surface.attach`, `wl_surface.offset`).
    func add(offset: Point) {
        self.offset = self.offset + offset
    }

    /// Looks whether the icon has changed, and copies it if so: clients destroy the surface the moment a drag ends.
    func look() -> Change {
        guard surface.isAlive else { return .none }
        var parts: [Part] = []
        collect(surface, at: .zero, into: &parts)
        let hotspot = Point.zero - offset
        guard parts != self.parts else {
            guard var image, image.hotspot != hotspot else { return .none }
            image.add(offset: image.hotspot - hotspot)
            self.image = image
            return .changed(image)
        }
        self.parts = parts
        guard !parts.isEmpty else {
            image = nil
            return .emptied
        }
        image = DragImage(surface, offset: offset)
        return image.map(Change.changed) ?? .emptied
    }

    private func collect(_ surface: Surface, at origin: Point, into parts: inout [Part]) {
        guard let pixels = surface.state.pixels, !surface.state.size.isEmpty else { return }
        for layer in surface.stack.layers {
            switch layer {
            case .own:
                let state = surface.state
                parts.append(
                    Part(
                        pixels: pixels, position: origin, size: state.size, source: state.source, scale: state.scale,
                        transform: state.transform))
            case .child(let child):
                if let above = child.surface { collect(above, at: origin + child.position, into: &parts) }
            }
        }
    }
}
