// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// What is where: all surfaces, and the shells that stand on the screen.
///
/// It knows neither seats nor outputs, and tells its one observer what has changed.
final class Scene {
    /// Kept until `clear()`.
    var observer: (any SceneObserver)?
    /// What stands on the screen by itself, from bottom to top: windows, with everything that lies on them.
    ///
    /// Whoever sets it says so by `treeChanged`.
    var windows: [any ShellRole] = []

    /// Pixels for a point on the first output, where most windows come to be; nil without one.
    var firstScale: Double?

    /// All surfaces that there are, in the order in which they were made.
    private(set) var surfaces = OrderedTable<SurfaceID, Surface>()
    /// More than any program has; a browser's video, controls and menus are some dozens.
    let subsurfaces = ClientBudget(limit: 4096)
    /// Bytes of pictures that are shown or about to be: 1 GiB is thirty windows on a screen of 3840 x 2160, or three of the
    /// largest pictures that there may be and what they stand on.
    let pictures = ClientBudget(limit: 1 << 30)

    /// The clients that have made a surface.
    private var clients: Set<UInt64> = []

    /// What each client has had read since the last frame, in bytes.
    private var bytesRead: [Client: Int] = [:]

    /// Nil as long as nobody has looked since what is where has changed.
    private var pickIndex: PickIndex?

    /// The topmost surface that takes input at a place in the global space.
    func surface(at point: Point) -> SurfaceHit? {
        if let pickIndex { return pickIndex.hit(at: point) }
        let index = PickIndex(windows)
        pickIndex = index
        return index.hit(at: point)
    }

    /// A frame is drawn: what is too large to be read at once is read on.
    func readOn() {
        bytesRead = [:]
        for surface in surfaces where surface.isReading { surface.readOn() }
    }

    // MARK: For surfaces and shells

    /// Reads as much of a client's picture as the client may have read in this frame.
    func read(_ reading: inout PictureReading, of client: Client) throws(PixelBuffer.Failure) -> PixelBuffer? {
        let before = bytesRead[client, default: 0]
        var allowance = PictureReading.allowance(own: before, all: bytesRead.values.reduce(0, +))
        let all = allowance
        let pixels = try reading.go(within: &allowance)
        bytesRead[client] = before + all - allowance
        return pixels
    }

    /// Somebody waits for the next frame.
    func awaitReading() { observer?.contentChanged() }

    func makeSurface(_ object: WlSurface) -> Surface {
        let surface = Surface(object, scene: self)
        surfaces.set(surface, for: surface.id)
        if clients.insert(object.client.id).inserted { observer?.clientAppeared(object.client) }
        return surface
    }

    /// The client disconnects.
    func forget(_ client: Client) { clients.remove(client.id) }

    /// A surface is known by its object.
    func surfaceMade(_ surface: Surface) { observer?.surfaceMade(surface) }

    /// A surface has committed.
    /// - Parameter isReshaped: whether it, or a subsurface of it, is in another place or has another shape.
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
        // One that carried no other is passed over by the index; a client that goes has thousands of those.
        if !surface.stack.isEmpty { pickIndex = nil }
        observer?.sceneChanged(.gone)
    }

    /// Something has come, gone or moved.
    func treeChanged(_ part: ScenePart) {
        pickIndex = nil
        observer?.sceneChanged(part)
    }

    /// Lets go of everything: the compositor ends.
    func clear() {
        observer = nil
        windows = []
        surfaces.removeAll()
        pickIndex = nil
        bytesRead = [:]
    }
}

/// What is in another place, or has another shape.
enum ScenePart {
    /// Whatever there is may be.
    case everything
    /// A window or a popup, with all that is on it.
    case shell(any ShellRole)
    /// A surface, with those on it.
    case surface(Surface)
    /// Nothing any more: what was there is destroyed, or shown no more.
    case gone
}

/// Hears of a scene: the compositor that shows it.
protocol SceneObserver: AnyObject {
    /// A picture would show something else; what is where has not changed.
    func contentChanged()
    /// What is where has changed, and with it what a picture would show.
    func sceneChanged(_ part: ScenePart)
    func clientAppeared(_ client: Client)
    func surfaceMade(_ surface: Surface)
    /// Called before the scene's change is told.
    func surfaceDestroyed(_ surface: Surface)
}
