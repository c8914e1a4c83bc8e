// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// A client's `wl_surface`: double-buffered state, a role, and a tree of subsurfaces.
public final class Surface {
    /// Never given to another surface of this process.
    public let id: SurfaceID
    public let object: WlSurface
    /// What is in effect now.
    public private(set) var state = SurfaceState()
    /// What the surface is used for, from its first use to its end.
    public private(set) var role: SurfaceRole?

    /// Looks after the role; not kept alive by the surface.
    weak var roleHandler: (any SurfaceRoleHandler)?
    var pending = SurfaceUpdate()
    /// Committed on a synchronised subsurface, waiting for the parent's commit.
    private(set) var cached: SurfaceUpdate?
    /// Committed, with a picture that is still being read.
    private var late: Late?
    /// Of what is shown; fired by `HeadlessCompositor.tick()`.
    private var callbacks: [WlCallback] = []
    /// Subsurfaces from bottom to top, the surface itself among them.
    package internal(set) var stack = SubsurfaceStack()
    weak var subsurface: Subsurface?
    weak var shell: (any ShellRole)?
    var viewport: WpViewport?
    var fractionalScale: PreferredScale?
    /// The outputs that the client was told of.
    var shownOn: [Output] = []
    /// What `treeBounds` has found; nil for not known.
    var knownBounds: Rectangle?

    let scene: Scene
    private var observers: [(Surface) -> Void] = []

    private struct Late {
        var update: SurfaceUpdate
        var reading: PictureReading
    }

    init(_ object: WlSurface, scene: Scene) {
        self.object = object
        self.scene = scene
        id = SurfaceID(object.resource.id)
    }

    /// Whom the surface belongs to.
    public var client: Client { object.client }
    public var isAlive: Bool { object.resource.isAlive }
    /// Whether the surface has content, and so have the surfaces that it is a part of.
    public var isMapped: Bool {
        guard isAlive, state.pixels != nil else { return false }
        switch role {
        case .subsurface: return subsurface?.parent?.isMapped ?? false
        case .toplevel, .popup: return shell?.isMapped ?? false
        case .cursor, .dragIcon, .itemPreview: return true
        case nil: return false
        }
    }

    /// The surface at the root of the tree of subsurfaces that this one is in.
    public var root: Surface {
        var surface = self
        while let parent = surface.subsurface?.parent { surface = parent }
        return surface
    }

    /// What counts as the window or the popup that the surface is in, in the compositor's global space: shadows lie
    /// outside. Nil while it is not on the screen.
    public var windowBounds: Rectangle? {
        guard let shell = root.shell, shell.isMapped, let corner = shell.surfaceOrigin else { return nil }
        return shell.windowGeometry.offset(by: corner)
    }

    /// Its upper left corner in the compositor's global space; nil while it is in no window.
    public var globalPosition: Point? {
        var position = Point.zero
        var surface = self
        while let subsurface = surface.subsurface {
            guard let parent = subsurface.parent else { return nil }
            position = position + subsurface.position
            surface = parent
        }
        return surface.shell?.surfaceOrigin.map { $0 + position }
    }

    /// Gives the surface a role.
    /// - Parameter handler: hears of commits and of the end; kept by the caller, not by the surface.
    /// - Returns: false if the surface has another role already, or one that somebody looks after: a protocol error.
    public func assignRole(_ role: SurfaceRole, to handler: any SurfaceRoleHandler) -> Bool {
        guard canTake(role), roleHandler == nil || roleHandler === handler else { return false }
        self.role = role
        roleHandler = handler
        return true
    }

    /// Calls `handler` when the surface is gone, after its role's handler.
    public func whenDestroyed(_ handler: @escaping (Surface) -> Void) { observers.append(handler) }

    /// Whether the surface has no role but that one.
    func canTake(_ role: SurfaceRole) -> Bool { self.role == nil || self.role == role }

    /// Whether the client wants to hear of the next frame.
    var isWaitingForFrame: Bool { !callbacks.isEmpty }

    /// Sends the frame callbacks of the surface and of its subsurfaces.
    func fireCallbacks(at time: Instant) {
        let fired = callbacks
        callbacks = []
        for callback in fired {
            callback.sendDone(callbackData: time.milliseconds)
            callback.resource.destroy()
        }
    }

    // MARK: Commits

    func commit() {
        guard shell?.mayCommit(self) ?? true else { return }
        var update = pending
        pending = SurfaceUpdate()
        // What was committed before comes first; of two pictures only the later is read.
        if let late {
            var merged = late.update
            merged.merge(update)
            update = merged
        }
        switch update.buffer {
        case .keep:
            if late != nil { late?.update = update } else { take(update) }
        case .set(let buffer):
            late?.reading.giveBack()
            late = nil
            update.buffer = .keep
            guard let buffer, buffer.resource.isAlive else {
                update.pixels = .set(nil)
                return take(update)
            }
            read(buffer, for: update)
        }
    }

    /// Goes on reading a picture that is too large to be read at once.
    func readOn() {
        guard var late else { return }
        self.late = nil
        do throws(PixelBuffer.Failure) {
            if let pixels = try scene.read(&late.reading, of: client) {
                late.update.pixels = .set(pixels)
                take(late.update)
            } else {
                self.late = late
            }
        } catch { late.reading.post(error) }
    }

    /// Whether a commit waits for its picture.
    package var isReading: Bool { late != nil }

    private func read(_ buffer: WlBuffer, for update: SurfaceUpdate) {
        guard let content = buffer.handler(as: SharedMemoryContent.self) else {
            return client.postImplementationError("only wl_shm buffers are known here")
        }
        do throws(PixelBuffer.Failure) {
            late = Late(update: update, reading: try PictureReading(buffer, content, within: scene.pictures))
        } catch { return PictureReading.post(error, on: buffer) }
        readOn()
        if late != nil { scene.awaitReading() }
    }

    private func take(_ update: SurfaceUpdate) {
        if let subsurface, subsurface.isSynchronised {
            var merged = cached ?? SurfaceUpdate()
            merged.merge(update)
            cached = merged
            subsurface.awaitParent()
            return
        }
        show(update)
    }

    /// Shows what a synchronised commit has left to be shown, if there is anything.
    func showCached() {
        if cached != nil { show(SurfaceUpdate()) }
    }

    /// Makes it the surface's state, as a part of the parent's commit.
    /// - Returns: whether something is in another place or has another shape now.
    func applyCached() -> Bool { cached != nil && apply(SurfaceUpdate()) }

    /// However many subsurfaces have waited for it, everybody looks once.
    private func show(_ update: SurfaceUpdate) {
        let isReshaped = apply(update)
        scene.surfaceChanged(self, isReshaped: isReshaped)
    }

    /// - Returns: whether something is in another place or has another shape now.
    private func apply(_ newest: SurfaceUpdate) -> Bool {
        var update = cached ?? SurfaceUpdate()
        cached = nil
        update.merge(newest)
        var new = state
        update.apply(to: &new)
        guard isAcceptable(new) else { return false }
        var isReshaped =
            new.size != state.size || (new.pixels == nil) != (state.pixels == nil) || update.changesInputRegion
        state = new
        callbacks += update.callbacks
        if stack.apply() { isReshaped = true }
        for child in stack.takeWaiting() where child.parentApplied() { isReshaped = true }
        if isReshaped { treeReshaped() }
        roleHandler?.surfaceCommitted(self, offset: update.offset)
        return isReshaped
    }

    private func isAcceptable(_ state: SurfaceState) -> Bool {
        guard let pixels = state.pixels else { return true }
        // Toolkits attach cursors of any size whatever the scale, and every compositor lets them.
        let scale = Int(state.scale)
        if role != .cursor, !pixels.width.isMultiple(of: scale) || !pixels.height.isMultiple(of: scale) {
            object.postError(.invalidSize, "\(pixels.width)x\(pixels.height) is not a multiple of the scale \(scale)")
            return false
        }
        guard let source = state.source else { return true }
        if state.destination == nil, source.width != source.width.rounded() || source.height != source.height.rounded()
        {
            viewport?.postError(.badSize, "a source of broken size needs a destination")
            return false
        }
        guard Rectangle(origin: .zero, size: state.bufferSize).contains(source) else {
            viewport?.postError(.outOfBuffer, "the source is not inside the buffer")
            return false
        }
        return true
    }

    // MARK: The end

    func handleDestroyed() {
        roleHandler?.surfaceDestroyed(self)
        roleHandler = nil
        scene.surfaceDestroyed(self)
        for child in stack.all { child.handleParentDestroyed() }
        stack = SubsurfaceStack()
        subsurface?.handleSurfaceDestroyed()
        callbacks = []
        pending = SurfaceUpdate()
        cached = nil
        late?.reading.giveBack()
        late = nil
        state.pixels = nil
        let handlers = observers
        observers = []
        for handler in handlers { handler(self) }
    }
}

extension Surface: Hashable {
    public static func == (left: Surface, right: Surface) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
