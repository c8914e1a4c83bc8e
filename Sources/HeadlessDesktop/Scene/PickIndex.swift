// SPDX-License-Identifier: MIT

internal import DrayCore

/// Where surfaces take input, the topmost first: what a pick goes through.
///
/// It is made from the tree of windows, popups and subsurfaces when somebody looks after that has changed, and lies in
/// one piece: a motion counts no references and follows no chains. A window that is only passed by costs four comparisons.
struct PickIndex {
    private var windows: [WindowArea]

    private struct WindowArea {
        /// Around all of its surfaces, in the global space.
        var extent: Rectangle
        var surfaces: [SurfaceArea]
    }

    private struct SurfaceArea {
        /// In the global space.
        let area: Rectangle
        let surface: Surface
        let container: SurfaceID
        /// Whether the client has cut something out of the area.
        let isCut: Bool
    }

    /// - Parameter windows: those on the screen, from bottom to top.
    init(_ windows: [any ShellRole]) {
        self.windows = windows.reversed().compactMap { window in
            var surfaces: [SurfaceArea] = []
            Self.collect(window, into: &surfaces)
            guard let first = surfaces.first else { return nil }
            return WindowArea(
                extent: surfaces.dropFirst().reduce(first.area) { $0.union($1.area) }, surfaces: surfaces)
        }
    }

    /// The topmost surface that takes input at a place in the global space.
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
                // One that has gone since was the last of its branch: whatever lies on others makes a new index.
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

    /// - Parameter origin: the surface's upper left corner in the global space.
    private static func collect(
        _ surface: Surface, at origin: Point, container: SurfaceID, into surfaces: inout [SurfaceArea]
    ) {
        // A surface that is just being destroyed is still where it was.
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
