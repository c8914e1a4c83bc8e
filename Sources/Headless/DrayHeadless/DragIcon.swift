// SPDX-License-Identifier: MIT

internal import DrayCore
internal import DrayPresentation
internal import HeadlessDesktop

/// A client's icon surface during one drag: its offset from the hotspot, its current content and the previous one
/// (HIG-12). Nothing is copied: committed content is retained as long as it is shown.
final class DragIcon {
    let surface: Surface
    /// The vector from the hotspot to the surface's upper left corner, in points: the sum of all offsets since the drag
    /// began.
    private var offset = Point.zero
    private var generations: [(number: UInt64, content: SurfaceContent)] = []
    private var lastNumber: UInt64 = 0
    private var told: Told?

    private struct Told: Equatable {
        let number: UInt64
        let offset: Point
    }

    /// The change of the icon since the last check.
    enum Change {
        case none
        /// The content or the position has changed.
        case changed(DragImage)
        /// The client has removed the content.
        case emptied
    }

    /// The number of retained contents: the current one and the one that it replaces.
    private static let generationLimit = 2

    /// - Parameter surface: the icon. Its content may have been committed before the drag began; offsets count from now
    ///   on.
    init(_ surface: Surface) {
        self.surface = surface
    }

    /// Records that the client has moved the content's upper left corner (`wl_surface.attach`, `wl_surface.offset`).
    func add(offset: Point) {
        self.offset = self.offset + offset
    }

    /// Returns the change since the last call.
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

    /// The content of a generation, if it is still needed.
    func content(of generation: UInt64) -> SurfaceContent? {
        generations.last { $0.number == generation }?.content
    }
}
