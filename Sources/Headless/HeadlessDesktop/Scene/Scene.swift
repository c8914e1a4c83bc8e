// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// The scene: all surfaces, and the shell roles on the screen.
///
/// It is independent of seats and outputs, and reports changes to its single observer.
final class Scene {
    /// Retained until `clear()`.
    var observer: (any SceneObserver)?
    /// The toplevel roles on the screen from bottom to top: windows with their popups.
    ///
    /// Call `treeChanged` after a change.
    var windows: [any ShellRole] = []

    /// The scale of the first output, on which most windows appear; nil without an output.
    var firstScale: Double?

    /// All surfaces in the order of creation.
    private(set) var surfaces = OrderedTable<SurfaceID, Surface>()
    /// The maximum number of subsurfaces per client. A browser's video, controls and menus need some dozens.
    let subsurfaces = ClientBudget(limit: 4096)
    /// The maximum number of bytes of a client's current and pending buffers. 1 GiB is enough for thirty windows on an
    /// output of 3840 x 2160, or for three buffers of the maximum size.
    let pictures = ClientBudget(limit: 1 << 30)

    /// The clients that have created a surface.
    private var clients: Set<UInt64> = []

    /// The number of bytes copied per client since the last frame.
    private var bytesRead: [Client: Int] = [:]

    /// Nil until the first pick after a change.
    private var pickIndex: PickIndex?

    /// The topmost surface that accepts input at a point in global coordinates.
    func surface(at point: Point) -> SurfaceHit? {
        if let pickIndex { return pickIndex.hit(at: point) }
        let index = PickIndex(windows)
        pickIndex = index
        return index.hit(at: point)
    }

    /// Continues copying large buffers, once per frame.
    func readOn() {
        bytesRead = [:]
        for surface in surfaces where surface.isReading { surface.readOn() }
    }

    // MARK: For surfaces and shells

    /// Copies as much of a client's buffer as allowed in this frame.
    func read(_ reading: inout PictureReading, of client: Client) throws(PixelBuffer.Failure) -> PixelBuffer? {
        let before = bytesRead[client, default: 0]
        var allowance = PictureReading.allowance(own: before, all: bytesRead.values.reduce(0, +))
        let all = allowance
        let pixels = try reading.go(within: &allowance)
        bytesRead[client] = before + all - allowance
        return pixels
    }

    /// Called when a buffer waits for the next frame.
    func awaitReading() { observer?.contentChanged() }

    func makeSurface(_ object: WlSurface) -> Surface {
        let surface = Surface(object, scene: self)
        surfaces.set(surface, for: surface.id)
        if clients.insert(object.client.id).inserted { observer?.clientAppeared(object.client) }
        return surface
    }

    /// Called when the client disconnects.
    func forget(_ client: Client) { clients.remove(client.id) }

    /// Called when a surface has been created.
    func surfaceMade(_ surface: Surface) { observer?.surfaceMade(surface) }

    /// Called when a surface has been committed.
    /// - Parameter isReshaped: whether the surface or one of its subsurfaces was moved or resized.
    func surfaceChanged(_ surface: Surface, isReshaped: Bool) {
        if isReshaped {
            pickIndex = nil
            observer?.sceneChanged(.surface(surface))
        } else {
            observer?.contentChanged()
        }
    }

    func surfaceDestroyed(_ surface: Surface) {
        surfaces.remove(surface.id)
        observer?.surfaceDestroyed(surface)
        // The index skips destroyed leaves. This matters because a client that disconnects may have thousands of them.
        if !surface.stack.isEmpty { pickIndex = nil }
        observer?.sceneChanged(.gone)
    }

    /// Called when something was added, removed or moved.
    func treeChanged(_ part: ScenePart) {
        pickIndex = nil
        observer?.sceneChanged(part)
    }

    /// Releases everything when the compositor is closed.
    func clear() {
        observer = nil
        windows = []
        surfaces.removeAll()
        pickIndex = nil
        bytesRead = [:]
    }
}

/// The part of the scene that was moved or resized.
enum ScenePart {
    /// Any part.
    case everything
    /// A window or a popup with its children.
    case shell(any ShellRole)
    /// A surface with its subsurfaces.
    case surface(Surface)
    /// A part that was destroyed or unmapped.
    case gone
}

/// Receives the changes of a scene.
protocol SceneObserver: AnyObject {
    /// Pixels have changed, but no positions or sizes.
    func contentChanged()
    /// Positions or sizes have changed.
    func sceneChanged(_ part: ScenePart)
    func clientAppeared(_ client: Client)
    func surfaceMade(_ surface: Surface)
    /// Called before `sceneChanged`.
    func surfaceDestroyed(_ surface: Surface)
}
