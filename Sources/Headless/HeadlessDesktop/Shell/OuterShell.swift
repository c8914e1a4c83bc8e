// SPDX-License-Identifier: MIT

public import DrayCore

/// Makes a surface of another window system's server a window, or an overlay such as a menu of that system.
///
/// The window manager of that system retains one object for each surface, sets its position, and receives the
/// compositor's requests. A surface without content is not mapped.
public final class OuterShell {
    public let surface: Surface
    private let kind: Kind
    private let handlers: Handlers
    private let host: any ShellHost
    private let ownWindow: Window?
    /// The position of an overlay.
    private var place: Point
    private weak var owner: Window?
    private var stage = Stage.unmapped

    public enum Kind: Equatable, Sendable {
        case window
        /// A menu or a tooltip: it keeps its position, and is never active.
        case overlay
        /// A drag image: it accepts no input.
        case dragImage
    }

    /// The callbacks for the window manager of that system.
    public struct Handlers {
        /// Called when the arrangement of the window may have changed.
        public var arranged: (WindowArrangement) -> Void
        /// Called when the user or the end of a run closes the window.
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
        /// The surface or the role was destroyed.
        case ended
    }

    /// - Parameters:
    ///   - place: the upper left corner in global coordinates; nil if the compositor chooses it.
    ///   - owner: the application.
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

    // MARK: Calls of the other system's window manager

    /// Shows the surface as soon as it has content. Called after its properties are set.
    public func begin() { update() }

    /// Whether an overlay currently accepts no input, which goes to the surface below.
    public var isPassedBy = false {
        didSet { if isPassedBy != oldValue, isMapped { surface.scene.treeChanged(.shell(self)) } }
    }

    /// The window in the compositor; nil for an overlay.
    public var shownWindow: Window? { stage == .ended ? nil : ownWindow }

    /// - Parameter owner: the window that it is transient for and stays above.
    public func describe(title: String, appID: String, owner: Window?) {
        self.owner = owner === ownWindow ? nil : owner
        guard let ownWindow else { return }
        ownWindow.title = title
        ownWindow.appID = appID
        var ancestor = self.owner
        while let current = ancestor, current !== ownWindow { ancestor = current.parent }
        // A window cannot be its own ancestor.
        ownWindow.parent = ancestor == nil ? self.owner : nil
    }

    /// Sets the position in global coordinates.
    public func move(to point: Point) {
        guard stage != .ended else { return }
        if let ownWindow {
            if ownWindow.position != point { host.place(ownWindow, at: point) }
        } else if place != point {
            place = point
            surface.scene.treeChanged(.shell(self))
        }
    }

    /// Requests that the window is maximised or restored.
    public func setMaximized(_ isMaximized: Bool) { ownWindow?.setMaximized(isMaximized) }
    /// Requests that the window is fullscreen or restored.
    public func setFullscreen(_ isFullscreen: Bool) { ownWindow?.setFullscreen(isFullscreen) }

    /// Requests an interactive move, or a resize by these edges, with the button that holds the pointer.
    public func take(by edges: WindowEdges, of seat: Seat) {
        guard let ownWindow, let press = seat.pointer.hold else { return }
        WindowGrab.begin(ownWindow, by: press, of: seat, edges: edges.resizeEdge)
    }

    /// Ends the role. The surface remains, and may be shown again.
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
