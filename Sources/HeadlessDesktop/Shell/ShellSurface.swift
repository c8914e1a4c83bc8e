// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// A client's `xdg_surface`: what windows and popups have in common.
///
/// | stage | commit without content | commit with content | `ack_configure` |
/// |---|---|---|---|
/// | `new` | configured: `asked` | error | error |
/// | `asked` | – | error | `answered` |
/// | `answered` | – | `mapped` | – |
/// | `mapped` | `new` | – | – |
final class ShellSurface: ResourceHandler, WindowShell {
    let object: XdgSurface
    let surface: Surface
    let base: ShellBase
    private(set) var role = Role.none
    /// Open popups with this one as their parent, in the order in which they came.
    var popups: [Popup] = []

    var children: [any ShellRole] { popups.compactMap(\.shellSurface) }

    private var stage = Stage.new
    /// Sent and not answered.
    private var serials: [UInt32] = []
    /// What counts as the window, in the surface's coordinates: shadows lie outside. As of the last commit.
    private(set) var windowGeometry = Rectangle.zero
    /// What the client takes for it. Once set, it stays until the client sets another, whatever it shows meanwhile.
    private var geometry: Rectangle?
    private var pendingGeometry: Rectangle?

    enum Role {
        case none
        case toplevel(Window)
        case popup(Popup)
        /// The role's object is gone.
        case ended
    }

    private enum Stage {
        /// Waits for the first commit.
        case new
        /// The client was told its size, and has not answered.
        case asked
        /// The client knows its size and may show something.
        case answered
        case mapped
    }

    /// More than any client leaves unanswered.
    private static let serialLimit = 1024

    init(_ object: XdgSurface, _ surface: Surface, base: ShellBase) {
        self.object = object
        self.surface = surface
        self.base = base
        base.liveSurfaces += 1
        surface.shell = self
    }

    var isMapped: Bool {
        guard case .mapped = stage else { return false }
        switch role {
        case .toplevel: return true
        case .popup(let popup): return popup.isOpen
        case .none, .ended: return false
        }
    }

    /// The window that it is, or that its chain of parents ends in.
    var window: Window? {
        var shell: ShellSurface? = self
        while let current = shell {
            switch current.role {
            case .toplevel(let window): return window
            case .popup(let popup): shell = popup.parent
            case .none, .ended: return nil
            }
        }
        return nil
    }

    /// The window geometry's upper left corner in the global space; nil while it is nowhere.
    var geometryOrigin: Point? {
        var offset = Point.zero
        var shell = self
        while true {
            switch shell.role {
            case .toplevel(let window): return window.position + offset
            case .popup(let popup):
                guard let parent = popup.parent else { return nil }
                offset = offset + popup.placement.origin
                shell = parent
            case .none, .ended: return nil
            }
        }
    }

    /// The surface's upper left corner in the global space; nil while it is nowhere.
    var surfaceOrigin: Point? {
        guard isMapped else { return nil }
        return geometryOrigin.map { $0 - windowGeometry.origin }
    }

    /// The window is somewhere else: popups that care look for a better place.
    func surroundingsChanged() {
        for popup in popups { popup.surroundingsChanged() }
    }

    /// Tells the client its size and state, which the role writes.
    func configure() {
        switch role {
        case .toplevel(let window): window.sendConfigure()
        case .popup(let popup): popup.sendConfigure()
        case .none, .ended: return
        }
        let serial = base.host.nextSerial()
        serials.append(serial)
        guard serials.count <= Self.serialLimit else { return object.client.postNoMemory() }
        object.sendConfigure(serial: serial)
    }

    /// The same, if the client has made its first commit: before that nothing may be sent.
    func reconfigure() {
        switch stage {
        case .new: break
        case .asked, .answered, .mapped: configure()
        }
    }

    /// Whether the surface's commit keeps to the rules; the client is told otherwise.
    func mayCommit(_ surface: Surface) -> Bool {
        guard case .set(.some) = surface.pending.buffer else { return true }
        switch (role, stage) {
        case (.none, _):
            object.postError(.notConstructed, "content without a role")
            return false
        case (_, .new), (_, .asked):
            guard !toleratesEarlyContent else { return true }
            object.postError(.unconfiguredBuffer, "content before the first ack_configure")
            return false
        case (_, .answered), (_, .mapped): return true
        }
    }

    /// The role's object is gone.
    func endRole() {
        unmap()
        role = .ended
    }

    func handle(_ request: XdgSurface.Request, on object: XdgSurface) {
        switch request {
        case .destroy: checkEnd()
        case .getToplevel(let id): makeToplevel(id)
        case .getPopup(let id, let parent, let positioner): makePopup(id, parent, positioner)
        case .setWindowGeometry(let x, let y, let width, let height):
            guard hasRole else { return }
            guard width > 0, height > 0 else {
                return object.postError(.invalidSize, "a window geometry of \(width)x\(height)")
            }
            pendingGeometry = Rectangle(x, y, width, height)
        case .ackConfigure(let serial): acknowledge(serial)
        }
    }

    func destroyed(_ object: XdgSurface) {
        endRole()
        base.liveSurfaces -= 1
        surface.shell = nil
        if surface.roleHandler === self { surface.roleHandler = nil }
    }

    // MARK: Details

    private var toleratesEarlyContent: Bool {
        base.host.toleratesEarlyContent
    }

    private var hasRole: Bool {
        if case .none = role {
            object.postError(.notConstructed, "the xdg_surface has no role yet")
            return false
        }
        return true
    }

    private func checkEnd() {
        switch role {
        case .toplevel, .popup: object.postError(.defunctRoleObject, "its role object is still there")
        case .none, .ended: break
        }
    }

    /// - Returns: false if the client was told that it cannot be.
    private func take(_ role: SurfaceRole) -> Bool {
        if case .toplevel = self.role { return refuse() }
        if case .popup = self.role { return refuse() }
        guard surface.assignRole(role, to: self) else {
            base.object.postError(.role, "the surface has another role")
            return false
        }
        return true
    }

    private func refuse() -> Bool {
        object.postError(.alreadyConstructed, "the xdg_surface has a role")
        return false
    }

    private func makeToplevel(_ id: XdgToplevel) {
        guard take(.toplevel) else { return }
        let window = Window(surface, id, host: base.host)
        window.shell = self
        role = .toplevel(window)
        id.setHandler(WindowRequests(window))
    }

    private func makePopup(_ id: XdgPopup, _ parent: XdgSurface?, _ positioner: XdgPositioner) {
        guard let rules = positioner.handler(as: PositionerHandler.self)?.positioner, rules.isComplete else {
            return base.object.postError(.invalidPositioner, "the positioner has no size or no anchor rectangle")
        }
        guard let parent = parent?.handler(as: ShellSurface.self), parent !== self, parent.canHavePopups else {
            return base.object.postError(.invalidPopupParent, "a popup needs a parent with a role")
        }
        guard take(.popup) else { return }
        let popup = Popup(id, self, parent: parent, positioner: rules)
        role = .popup(popup)
        id.setHandler(popup)
    }

    private var canHavePopups: Bool {
        var depth = 0
        var shell: ShellSurface? = self
        while let current = shell, depth < SubcompositorHandler.depthLimit {
            switch current.role {
            case .toplevel: return true
            case .popup(let popup): shell = popup.parent
            case .none, .ended: return false
            }
            depth += 1
        }
        return false
    }

    private func acknowledge(_ serial: UInt32) {
        guard hasRole else { return }
        guard let index = serials.firstIndex(of: serial) else {
            return object.postError(.invalidSerial, "no configure has the serial \(serial)")
        }
        serials.removeSubrange(...index)
        switch stage {
        case .asked: stage = .answered
        case .new, .answered, .mapped: break
        }
    }

    /// What a client sets is cut to what there is: Qt's programs set more than they show. Where nothing of it is there, all that is there
    /// counts. Where nothing was set, it is the surface alone: what comes to lie beside it would move it else, and WLCS wants it to stay.
    private func updateGeometry() {
        if let pendingGeometry { geometry = pendingGeometry }
        pendingGeometry = nil
        let corner = windowGeometry.origin
        let bounds = surface.treeBounds
        let cut = geometry?.intersection(bounds) ?? Rectangle(origin: .zero, size: surface.state.size)
        // One that shows nothing for a while keeps its size.
        windowGeometry = bounds.isEmpty ? geometry ?? bounds : cut.isEmpty ? bounds : cut
        if windowGeometry.origin != corner { surface.scene.treeChanged(.shell(self)) }
    }

    private func map() {
        stage = .mapped
        switch role {
        case .toplevel(let window): base.host.windowMapped(window)
        case .popup(let popup): popup.opened()
        case .none, .ended: break
        }
    }

    private func unmap() {
        let wasMapped = isMapped
        stage = .new
        serials = []
        for popup in popups.reversed() { popup.dismiss() }
        switch role {
        case .toplevel(let window): if wasMapped { base.host.windowUnmapped(window) }
        case .popup(let popup): popup.closed()
        case .none, .ended: break
        }
    }
}

extension ShellSurface: SurfaceRoleHandler {
    func surfaceCommitted(_ surface: Surface, offset: Point) {
        updateGeometry()
        let hasContent = surface.state.pixels != nil
        switch stage {
        case .new:
            stage = .asked
            configure()
            // Only where it is tolerated does content get here before the client knows its size.
            if hasContent { map() }
        case .asked: if hasContent { map() }
        case .answered: if hasContent { map() }
        case .mapped: if !hasContent { unmap() }
        }
        if case .toplevel(let window) = role { window.committed(isUpToDate: serials.isEmpty) }
    }

    func surfaceDestroyed(_ surface: Surface) { unmap() }
}
