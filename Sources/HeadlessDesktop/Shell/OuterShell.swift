// SPDX-License-Identifier: MIT

public import DrayCore

/// Makes a surface of another window system's server a window, or something above all windows, as a menu of that system.
///
/// That system's window manager keeps an object of this class for each of its surfaces, says where it is, and is told what the
/// compositor wants. What has no content is not on the screen.
public final class OuterShell {
    public let surface: Surface
    private let kind: Kind
    private let handlers: Handlers
    private let host: any ShellHost
    private let ownWindow: Window?
    /// Of what is no window.
    private var place: Point
    private weak var owner: Window?
    private var stage = Stage.unmapped

    public enum Kind: Equatable, Sendable {
        case window
        /// A menu, a tooltip: it keeps its place, and is never active.
        case overlay
        /// The image of a drag: it takes no input.
        case dragImage
    }

    /// What that system's window manager is told.
    public struct Handlers {
        /// How the compositor wants a window, whenever that may have changed.
        public var arranged: (WindowArrangement) -> Void
        /// A person, or the end of a run, wants a window closed.
        public var closing: () -> Void

        public init(
            arranged: @escaping (WindowArrangement) -> Void = { _ in }, closing: @escaping () -> Void = {}
        ) {
            self.arranged = arranged
            self.closing = closing
        }
    }

    private enum Stage {
        case unmapped
        case mapped
        /// The surface or the role is gone.
        case ended
    }

    /// - Parameters:
    ///   - place: its upper left corner in the compositor's global space; nil: where the compositor puts new windows.
    ///   - owner: whose application it is.
    /// - Returns: nil if the surface has another role, or is a window already.
    public init?(
        _ surface: Surface, of compositor: HeadlessCompositor, _ kind: Kind, at place: Point?, owner: OuterOwner,
        _ handlers: Handlers
    ) {
        self.surface = surface
        self.kind = kind
        self.handlers = handlers
        self.place = place ?? .zero
        host = compositor
        ownWindow = kind == .window ? Window(surface, nil, host: compositor) : nil
        ownWindow?.owner = owner
        let role: SurfaceRole = kind == .window ? .toplevel : .popup
        guard surface.shell == nil, surface.subsurface == nil, surface.assignRole(role, to: self) else { return nil }
        surface.shell = self
        ownWindow?.shell = self
        if let place { ownWindow?.position = place }
    }

    // MARK: What the other system's manager says

    /// Shows it as soon as it has content. Called once it is described.
    public func begin() { update() }

    /// Whether an overlay takes no input for now: what lies below does.
    public var isPassedBy = false {
        didSet { if isPassedBy != oldValue, isMapped { surface.scene.treeChanged(.shell(self)) } }
    }

    /// The window in the compositor; nil for what is none.
    public var shownWindow: Window? { stage == .ended ? nil : ownWindow }

    /// - Parameter owner: the window that it belongs to and stays above.
    public func describe(title: String, appID: String, owner: Window?) {
        self.owner = owner === ownWindow ? nil : owner
        guard let ownWindow else { return }
        ownWindow.title = title
        ownWindow.appID = appID
        var ancestor = self.owner
        while let current = ancestor, current !== ownWindow { ancestor = current.parent }
        // No window stands above itself.
        ownWindow.parent = ancestor == nil ? self.owner : nil
    }

    /// It is at another place, in the compositor's global space.
    public func move(to point: Point) {
        guard stage != .ended else { return }
        if let ownWindow {
            if ownWindow.position != point { host.place(ownWindow, at: point) }
        } else if place != point {
            place = point
            surface.scene.treeChanged(.shell(self))
        }
    }

    /// It wants to fill its screen's room, or not to any more.
    public func setMaximized(_ isMaximized: Bool) { ownWindow?.setMaximized(isMaximized) }
    /// It wants to fill its screen, or not to any more.
    public func setFullscreen(_ isFullscreen: Bool) { ownWindow?.setFullscreen(isFullscreen) }

    /// It wants to be moved, or to be resized by its edges, by the button that holds the pointer on it.
    public func take(by edges: WindowEdges, of seat: Seat) {
        guard let ownWindow, let press = seat.pointer.hold else { return }
        WindowGrab.begin(ownWindow, by: press, of: seat, edges: edges.resizeEdge)
    }

    /// Ends it. The surface stays, and may be shown again.
    public func end() {
        unmap()
        stage = .ended
        if surface.shell === self { surface.shell = nil }
        ownWindow?.shell = nil
        if surface.roleHandler === self { surface.roleHandler = nil }
    }

    // MARK: Details

    private func update() {
        switch (stage, surface.state.pixels != nil) {
        case (.unmapped, true):
            stage = .mapped
            guard let ownWindow else { return host.overlayMapped(self) }
            host.windowMapped(ownWindow)
            arrange()
        case (.mapped, false): unmap()
        case (.unmapped, false), (.mapped, true), (.ended, _): break
        }
    }

    private func unmap() {
        guard isMapped else { return }
        stage = .unmapped
        if let ownWindow { host.windowUnmapped(ownWindow) } else { host.overlayUnmapped(self) }
    }

    private func arrange() {
        if isMapped, let ownWindow { handlers.arranged(ownWindow.arrangement) }
    }
}

extension OuterShell: WindowShell {
    var isMapped: Bool { stage == .mapped }
    var window: Window? { stage == .ended ? nil : ownWindow ?? owner }
    var children: [any ShellRole] { [] }
    var windowGeometry: Rectangle { Rectangle(origin: .zero, size: surface.state.size) }
    var surfaceOrigin: Point? { isMapped ? ownWindow?.position ?? place : nil }
    var isPassedThrough: Bool { kind == .dragImage || (ownWindow?.isCarried ?? isPassedBy) }

    func mayCommit(_ surface: Surface) -> Bool { true }
    func reconfigure() { arrange() }
    func surroundingsChanged() { arrange() }
    func endRole() { end() }
    func askToClose() { handlers.closing() }
}

extension OuterShell: SurfaceRoleHandler {
    public func surfaceCommitted(_ surface: Surface, offset: Point) {
        update()
        if isMapped { ownWindow?.committed(isUpToDate: true) }
    }

    public func surfaceDestroyed(_ surface: Surface) { end() }
}
