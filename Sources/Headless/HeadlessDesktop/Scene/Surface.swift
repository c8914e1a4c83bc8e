// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// A client's `wl_surface`: double-buffered state, a role, and a tree of subsurfaces.
public final class Surface {
    /// Unique among all surfaces of this process.
    public let id: SurfaceID
    public let object: WlSurface
    /// The current state.
    public private(set) var state = SurfaceState()
    /// The role of the surface. Once set, it does not change.
    public private(set) var role: SurfaceRole?

    /// The object that manages the role; not retained.
    weak var roleHandler: (any SurfaceRoleHandler)?
    var pending = SurfaceUpdate()
    /// A commit of a synchronised subsurface that waits for the parent's commit.
    private(set) var cached: SurfaceUpdate?
    /// A commit whose buffer is still being copied.
    private var late: Late?
    /// The callbacks of the current state, called by `HeadlessCompositor.tick()`.
    private var callbacks: [WlCallback] = []
    /// The subsurfaces from bottom to top, with the surface itself among them.
    package internal(set) var stack = SubsurfaceStack()
    weak var subsurface: Subsurface?
    weak var shell: (any ShellRole)?
    var viewport: WpViewport?
    var fractionalScale: PreferredScale?
    /// The outputs that the client was sent `enter` for.
    var shownOn: [Output] = []
    /// The cached value of `treeBounds`, or nil.
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

    /// The client that owns the surface.
    public var client: Client { object.client }
    public var isAlive: Bool { object.resource.isAlive }
    /// Whether the surface and all its ancestors have content.
    public var isMapped: Bool {
        guard isAlive, state.pixels != nil else { return false }
        switch role {
        case .subsurface: return subsurface?.parent?.isMapped ?? false
        case .toplevel, .popup: return shell?.isMapped ?? false
        case .cursor, .dragIcon, .itemPreview: return true
        case nil: return false
        }
    }

    /// The root of the tree of subsurfaces that contains this surface.
    public var root: Surface {
        var surface = self
        while let parent = surface.subsurface?.parent { surface = parent }
        return surface
    }

    /// The geometry of the surface's window or popup in global coordinates, without shadows; nil if it is unmapped.
    public var windowBounds: Rectangle? {
        guard let shell = root.shell, shell.isMapped, let corner = shell.surfaceOrigin else { return nil }
        return shell.windowGeometry.offset(by: corner)
    }

    /// The upper left corner in global coordinates; nil if the surface is not in a window.
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
    /// - Parameter handler: receives commits and the destruction; retained by the caller, not by the surface.
    /// - Returns: false if the surface has another role, or the role has a handler already: a protocol error.
    public func assignRole(_ role: SurfaceRole, to handler: any SurfaceRoleHandler) -> Bool {
        guard canTake(role), roleHandler == nil || roleHandler === handler else { return false }
        self.role = role
        roleHandler = handler
        return true
    }

    /// Calls `handler` when the surface is destroyed, after the role's handler.
    public func whenDestroyed(_ handler: @escaping (Surface) -> Void) { observers.append(handler) }

    /// Whether the surface has no other role.
    func canTake(_ role: SurfaceRole) -> Bool { self.role == nil || self.role == role }

    /// Whether the client has pending frame callbacks.
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
        // The earlier commit is applied first; of two buffers only the later is copied.
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

    /// Continues copying a large buffer.
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

    /// Whether a commit waits until its buffer is copied.
    package var isReading: Bool { late != nil }

    private func read(_ buffer: WlBuffer, for update: SurfaceUpdate) {
        guard let content = buffer.handler(as: SharedMemoryContent.self) else {
            return client.postImplementationError("only wl_shm buffers are supported")
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

    /// Applies a cached commit, if any.
    func showCached() {
        if cached != nil { show(SurfaceUpdate()) }
    }

    /// Applies the cached commit as part of the parent's commit.
    /// - Returns: whether positions or sizes have changed.
    func applyCached() -> Bool { cached != nil && apply(SurfaceUpdate()) }

    /// Applies a commit, and reports the change once, however many subsurfaces have waited for it.
    private func show(_ update: SurfaceUpdate) {
        let isReshaped = apply(update)
        scene.surfaceChanged(self, isReshaped: isReshaped)
    }

    /// - Returns: whether positions or sizes have changed.
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
        // Toolkits attach cursors whose size is not a multiple of the scale, and all compositors accept them.
        let scale = Int(state.scale)
        if role != .cursor, !pixels.width.isMultiple(of: scale) || !pixels.height.isMultiple(of: scale) {
            object.postError(.invalidSize, "\(pixels.width)x\(pixels.height) is not a multiple of the scale \(scale)")
            return false
        }
        guard let source = state.source else { return true }
        if state.destination == nil, source.width != source.width.rounded() || source.height != source.height.rounded()
        {
            viewport?.postError(.badSize, "a source with a fractional size needs a destination")
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
