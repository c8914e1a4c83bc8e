// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// A client's `xdg_surface`: the common part of windows and popups.
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
    /// The open popups of this surface in the order of their creation.
    var popups: [Popup] = []

    var children: [any ShellRole] { popups.compactMap(\.shellSurface) }

    private var stage = Stage.new
    /// The serials of unacknowledged configure events.
    private var serials: [UInt32] = []
    /// The window geometry in surface coordinates, as of the last commit. Shadows are outside of it.
    private(set) var windowGeometry = Rectangle.zero
    /// The geometry that the client has set. It stays until the client sets another, whichever content it has.
    private var geometry: Rectangle?
    private var pendingGeometry: Rectangle?

    enum Role {
        case none
        case toplevel(Window)
        case popup(Popup)
        /// The role object was destroyed.
        case ended
    }

    private enum Stage {
        /// Waits for the first commit.
        case new
        /// A configure was sent, but is not acknowledged.
        case asked
        /// A configure was acknowledged. Content is permitted.
        case answered
        case mapped
    }

    /// The maximum number of unacknowledged configure events.
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

    /// The window of the surface, or of its chain of parents.
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

    /// The upper left corner of the window geometry in global coordinates; nil while it has no position.
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

    /// The surface's upper left corner in global coordinates; nil while it has no position.
    var surfaceOrigin: Point? {
        guard isMapped else { return nil }
        return geometryOrigin.map { $0 - windowGeometry.origin }
    }

    /// Called when the window has moved: reactive popups are repositioned.
    func surroundingsChanged() {
        for popup in popups { popup.surroundingsChanged() }
    }

    /// Sends the size and state of the role.
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

    /// Sends them if the client has made its first commit. Before that, no configure is permitted.
    func reconfigure() {
        switch stage {
        case .new: break
        case .asked, .answered, .mapped: configure()
        }
    }

    /// Whether the surface's commit conforms to the protocol; otherwise an error is posted.
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

    /// Called when the role object is destroyed.
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
                return object.postError(.invalidSize, "the window geometry is \(width)x\(height)")
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
        case .toplevel, .popup: object.postError(.defunctRoleObject, "its role object still exists")
        case .none, .ended: break
        }
    }

    /// - Returns: false if an error was posted.
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

    /// The geometry is the client's, limited to the bounds of the surface tree: Qt programs set a larger one. If they
    /// do not intersect, it is the whole bounds. If the client has set none, it is the surface without subsurfaces,
    /// since these would move the window (tested by WLCS).
    private func updateGeometry() {
        if let pendingGeometry { geometry = pendingGeometry }
        pendingGeometry = nil
        let corner = windowGeometry.origin
        let bounds = surface.treeBounds
        let cut = geometry?.intersection(bounds) ?? Rectangle(origin: .zero, size: surface.state.size)
        // An unmapped surface keeps its size.
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
            // Content before the configure is acknowledged only arrives here if it is tolerated.
            if hasContent { map() }
        case .asked: if hasContent { map() }
        case .answered: if hasContent { map() }
        case .mapped: if !hasContent { unmap() }
        }
        if case .toplevel(let window) = role { window.committed(isUpToDate: serials.isEmpty) }
    }

    func surfaceDestroyed(_ surface: Surface) { unmap() }
}
