// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// A client's window: an `xdg_toplevel`, or a surface with a `PlainShell` or an `OuterShell`.
public final class Window {
    public let surface: Surface
    /// The title that the client has set; empty if none.
    public internal(set) var title = ""
    /// The application id that the client has set; empty if none.
    public internal(set) var appID = ""
    /// The upper left corner of the window geometry in global coordinates.
    public internal(set) var position = Point.zero {
        didSet { wasPlaced = true }
    }
    /// Whether the window has keyboard focus of a seat, and is drawn as active.
    public private(set) var isActivated = false

    /// The shell role of the surface; set by the shell, nil after the role has ended.
    weak var shell: (any WindowShell)?
    private let host: any ShellHost
    /// Nil for a window of another shell, whose client is not sent a size or a close request.
    let object: XdgToplevel?
    /// The application, if the client is the server of another window system.
    var owner: OuterOwner?
    /// Whether the window has a position to be restored when it is mapped again.
    private(set) var wasPlaced = false
    /// The parent window, which this one stays above.
    weak var parent: Window?
    /// Whether the window is attached to a drag. Input goes to the surface below it.
    public var isCarried = false {
        didSet { if isCarried != oldValue { surface.scene.treeChanged(.everything) } }
    }
    private var mode = Mode.floating
    /// The requested size of a floating window; zero if the client chooses it.
    private var wantedSize = Size.zero
    /// Set during an interactive resize, and until the client has acknowledged its last size.
    private var stretch: WindowStretch?

    enum Mode: Equatable {
        /// The size is the requested one, or the client's choice.
        case floating
        /// `restored` is the position to be restored, in global coordinates; nil if there was none.
        case maximized(restored: Point?)
        /// Covers its output; the restored window may be maximised.
        case fullscreen(restored: Point?, isMaximized: Bool)
    }

    init(_ surface: Surface, _ object: XdgToplevel?, host: any ShellHost) {
        self.surface = surface
        self.host = host
        self.object = object
        // Sent before any request, and therefore before the first configure.
        let capabilities: [XdgToplevel.WmCapabilities] = [.maximize, .fullscreen]
        object?.sendWmCapabilities(capabilities: WireArray(capabilities.map(\.rawValue)))
    }

    public var client: Client { surface.client }

    /// Whether the window is the other one or a descendant of it.
    func belongs(to other: Window) -> Bool {
        var current: Window? = self
        while let candidate = current {
            if candidate === other { return true }
            current = candidate.parent
        }
        return false
    }
    /// The process of the client as reported by the kernel; 0 for a client inside this process. For windows of another
    /// window system, the process that the application reports, or 0.
    public var processID: Int32 { owner.map(\.processID) ?? client.processID }
    /// The id of the client, or of the application of another window system.
    public var ownerID: UInt64 { owner?.id ?? client.id }
    public var isMapped: Bool { shell?.isMapped ?? false }
    /// The window geometry in global coordinates, without its shadow.
    public var geometry: Rectangle {
        guard let shell else { return Rectangle(origin: position, size: .zero) }
        return Rectangle(origin: position, size: shell.windowGeometry.size)
    }

    /// Sends `xdg_toplevel.close`.
    public func close() {
        if let object { object.sendClose() } else { shell?.askToClose() }
    }

    /// Requests a size in points from the client while the window floats.
    public func resize(width: Double, height: Double) {
        stretch = nil
        wantedSize = Size(width: width, height: height)
        shell?.reconfigure()
    }

    /// Requests that the client shows the window neither maximised nor fullscreen, at its previous position.
    public func restore() {
        if !isFloating { change(to: .floating) }
    }

    /// Whether the window is neither maximised nor fullscreen.
    public var isFloating: Bool { mode == .floating }

    // MARK: The compositor's side

    /// Moves the window. A window that covers an output covers the one at that position, and moves there when it is
    /// restored.
    func move(to point: Point) {
        switch mode {
        case .floating: return position = point
        case .maximized: mode = .maximized(restored: point)
        case .fullscreen(_, let isMaximized): mode = .fullscreen(restored: point, isMaximized: isMaximized)
        }
        position = host.outputArea(at: point)?.origin ?? .zero
        shell?.reconfigure()
    }

    func setActivated(_ isActivated: Bool) {
        guard isActivated != self.isActivated else { return }
        self.isActivated = isActivated
        shell?.reconfigure()
    }

    func sendConfigure() {
        guard let object else { return }
        let arrangement = arrangement
        var states: [XdgToplevel.State] = arrangement.isActivated ? [.activated] : []
        if arrangement.isMaximized { states.append(.maximized) }
        if arrangement.isFullscreen { states.append(.fullscreen) }
        if isFloating {
            if let area = host.outputArea(at: position) {
                object.sendConfigureBounds(width: Int32(area.width), height: Int32(area.height))
            }
            if stretch?.isHeld == true { states.append(.resizing) }
        }
        let size = arrangement.size ?? .zero
        object.sendConfigure(
            width: Int32(size.width), height: Int32(size.height), states: WireArray(states.map(\.rawValue)))
    }

    /// The arrangement that the compositor requests.
    var arrangement: WindowArrangement {
        let area = host.outputArea(at: position)
        return switch mode {
        case .floating:
            WindowArrangement(
                position: position, size: wantedSize == .zero ? nil : wantedSize, isActivated: isActivated)
        case .maximized:
            WindowArrangement(position: position, size: area?.size, isActivated: isActivated, isMaximized: true)
        case .fullscreen(_, let isMaximized):
            WindowArrangement(
                position: position, size: area?.size, isActivated: isActivated, isMaximized: isMaximized,
                isFullscreen: true)
        }
    }

    /// Handles a request to maximise or restore the window. It is always answered by a configure. For a fullscreen
    /// window it takes effect when that ends.
    func setMaximized(_ isMaximized: Bool) {
        switch mode {
        case .floating, .maximized: change(to: isMaximized ? .maximized(restored: placeBefore) : .floating)
        case .fullscreen(let restored, _): change(to: .fullscreen(restored: restored, isMaximized: isMaximized))
        }
    }

    /// Handles a request to enter or leave fullscreen. It is always answered by a configure.
    func setFullscreen(_ isFullscreen: Bool) {
        switch (mode, isFullscreen) {
        case (.floating, true): change(to: .fullscreen(restored: placeBefore, isMaximized: false))
        case (.maximized(let restored), true): change(to: .fullscreen(restored: restored, isMaximized: true))
        case (.fullscreen(let restored, true), false): change(to: .maximized(restored: restored))
        case (.fullscreen(_, false), false): change(to: .floating)
        case (.floating, false), (.maximized, false), (.fullscreen, true): change(to: mode)
        }
    }

    /// The position of the floating window; nil if there was none.
    private var placeBefore: Point? {
        switch mode {
        case .floating: wasPlaced ? position : nil
        case .maximized(let point), .fullscreen(let point, _): point
        }
    }

    private func change(to next: Mode) {
        stretch = nil
        let restored = placeBefore
        mode = next
        switch next {
        case .maximized, .fullscreen:
            position = host.outputArea(at: position)?.origin ?? .zero
        case .floating:
            if let restored {
                position = restored
            } else {
                // Toolkits withdraw requests that they never made before they map a window.
                wasPlaced = false
                if isMapped { position = host.placement(for: self) }
            }
        }
        shell?.reconfigure()
        surface.scene.treeChanged(shell.map { .shell($0) } ?? .everything)
    }

    /// Handles a request for an interactive move, or a resize by `edges`, with a press of the seat.
    func take(by serial: UInt32, of seat: WlSeat, edges: XdgToplevel.ResizeEdge?) {
        host.take(self, by: serial, of: seat, edges: edges)
    }

    // MARK: Interactive resize

    /// Updates or ends an interactive resize.
    func stretch(_ stretch: WindowStretch) {
        self.stretch = stretch
        wantedSize = stretch.size
        shell?.reconfigure()
    }

    /// Handles a commit of the client. Edges that are not resized keep their position, whatever size the client has
    /// chosen.
    /// - Parameter isUpToDate: whether the client has acknowledged the last configure.
    func committed(isUpToDate: Bool) {
        guard let stretch else { return }
        let place = stretch.position(for: geometry.size)
        if place != position { host.place(self, at: place) }
        if isUpToDate, !stretch.isHeld { self.stretch = nil }
    }
}

extension Window: Hashable {
    public static func == (left: Window, right: Window) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
