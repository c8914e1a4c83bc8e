// SPDX-License-Identifier: MIT

internal import DrayCore

/// The input areas of surfaces, from top to bottom, for picking.
///
/// The index is built from the tree of windows, popups and subsurfaces on the first pick after a change. It is a
/// contiguous array, so that a pick needs no reference counting and no pointer chasing. A window that is not hit costs
/// four comparisons.
struct PickIndex {
    private var windows: [WindowArea]

    private struct WindowArea {
        /// The bounding box of the window's surfaces, in global coordinates.
        var extent: Rectangle
        var surfaces: [SurfaceArea]
    }

    private struct SurfaceArea {
        /// In global coordinates.
        let area: Rectangle
        let surface: Surface
        let container: SurfaceID
        /// Whether the client has limited the input region.
        let isCut: Bool
    }

    /// - Parameter windows: the mapped windows from bottom to top.
    init(_ windows: [any ShellRole]) {
        self.windows = windows.reversed().compactMap { window in
            var surfaces: [SurfaceArea] = []
            Self.collect(window, into: &surfaces)
            guard let first = surfaces.first else { return nil }
            return WindowArea(
                extent: surfaces.dropFirst().reduce(first.area) { $0.union($1.area) }, surfaces: surfaces)
        }
    }

    /// The topmost surface that accepts input at a point in global coordinates.
    func hit(at point: Point) -> SurfaceHit? {
        windows.withUnsafeBufferPointer { windows in
            for window in windows.indices where windows[window].extent.contains(point) {
                if let hit = Self.hit(in: windows[window].surfaces, at: point) { return hit }
            }
            return nil
        }
    }

    private static func hit(in surfaces: [SurfaceArea], at point: Point) -> SurfaceHit? {
        surfaces.withUnsafeBufferPointer { surfaces in
            for index in surfaces.indices where surfaces[index].area.contains(point) {
                let position = point - surfaces[index].area.origin
                let surface = surfaces[index].surface
                // A surface that was destroyed since the last update was a leaf: the destruction of a parent
                // invalidates the index.
                guard surface.isAlive, !surfaces[index].isCut || surface.state.acceptsInput(at: position) else {
                    continue
                }
                return SurfaceHit(surface: surface, position: position, container: surfaces[index].container)
            }
            return nil
        }
    }

    // MARK: From the tree

    private static func collect(_ shell: any ShellRole, into surfaces: inout [SurfaceArea]) {
        guard shell.isMapped, !shell.isPassedThrough else { return }
        for child in shell.children.reversed() { collect(child, into: &surfaces) }
        guard let origin = shell.surfaceOrigin else { return }
        collect(shell.surface, at: origin, container: shell.surface.id, into: &surfaces)
    }

    /// - Parameter origin: the surface's upper left corner in global coordinates.
    private static func collect(
        _ surface: Surface, at origin: Point, container: SurfaceID, into surfaces: inout [SurfaceArea]
    ) {
        // A surface that is just being destroyed is still in the tree.
        guard surface.isAlive, surface.state.pixels != nil else { return }
        for layer in surface.stack.layers.reversed() {
            switch layer {
            case .own:
                let area = Rectangle(origin: origin, size: surface.state.size)
                guard !area.isEmpty else { continue }
                surfaces.append(
                    SurfaceArea(
                        area: area, surface: surface, container: container, isCut: surface.state.inputRegion != nil))
            case .child(let child):
                if let next = child.surface {
                    collect(next, at: origin + child.position, container: container, into: &surfaces)
                }
            }
        }
    }
}
