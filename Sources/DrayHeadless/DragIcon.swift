// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayPresentation
internal import HeadlessDesktop

/// A client's icon surface during one drag: how far it was moved from the hotspot, and what is on it, and was before
/// (HIG-12). Nothing is copied: what a client has committed is kept as long as it is to be seen.
final class DragIcon {
    let surface: Surface
    /// From the hotspot to the surface's upper left corner, in points: all offsets since the drag began, added up.
    private var offset = Point.zero
    private var generations: [(number: UInt64, content: SurfaceContent)] = []
    private var lastNumber: UInt64 = 0
    private var told: Told?

    private struct Told: Equatable {
        let number: UInt64
        let offset: Point
    }

    /// What has become of the icon since it was looked at last.
    enum Change {
        case none
        /// Other content or another place.
        case changed(DragImage)
        /// The client has taken its content away.
        case emptied
    }

    /// The one that is shown, and the one that it takes the place of.
    private static let generationLimit = 2

    /// - Parameter surface: its content may have been committed before the drag began; its offsets count from now on.
    init(_ surface: Surface) {
        self.surface = surface
    }

    /// The client moved the content's upper left corner (`wl_surface.attach`, `wl_surface.offset`).
    func add(offset: Point) {
        self.offset = self.offset + offset
    }

    /// Looks whether the icon has changed.
    func look() -> Change {
        guard surface.isAlive else { return .none }
        guard let content = SurfaceContent(surface) else {
            defer { told = nil }
            return told == nil ? .none : .emptied
        }
        if content != generations.last?.content {
            lastNumber += 1
            generations.append((lastNumber, content))
            if generations.count > Self.generationLimit { generations.removeFirst() }
        }
        let now = Told(number: lastNumber, offset: offset)
        guard now != told else { return .none }
        told = now
        let size = Size(width: content.size.width, height: content.size.height)
        return .changed(DragImage(surface: size, generation: lastNumber, offset: offset))
    }

    /// What was on the icon in a generation, as far as it is still needed.
    func content(of generation: UInt64) -> SurfaceContent? {
        generations.last { $0.number == generation }?.content
    }
}
