// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// A client's window: an `xdg_toplevel`, or what a `PlainShell` or an `OuterShell` makes one.
public final class Window {
    public let surface: Surface
    /// As the client last said; empty if it did not.
    public internal(set) var title = ""
    /// As the client last said; empty if it did not.
    public internal(set) var appID = ""
    /// The upper left corner of the window's geometry in the compositor's global space.
    public internal(set) var position = Point.zero {
        didSet { wasPlaced = true }
    }
    /// Whether it has some seat's keyboard, and shows that.
    public private(set) var isActivated = false

    /// What its shell has made of the surface; set by the shell, and nil once that is over.
    weak var shell: (any WindowShell)?
    private let host: any ShellHost
    /// Nil for a window of another shell: its client is told neither a size nor to close it.
    let object: XdgToplevel?
    /// Whose it is, where its client is but the server of another window system.
    var owner: OuterOwner?
    /// Whether it has a place to come back to when it shows something again.
    private(set) var wasPlaced = false
    /// The window that this one belongs to and stays above.
    weak var parent: Window?
    /// Whether it travels with a drag: what lies below takes the input.
    public var isCarried = false {
        didSet { if isCarried != oldValue { surface.scene.treeChanged(.everything) } }
    }
    private var mode = Mode.floating
    /// What a floating window is asked for; nothing leaves it to the client.
    private var wantedSize = Size.zero
    /// Set while the window is resized by its edges, and until its client has followed.
    private var stretch: WindowStretch?

    enum Mode: Equatable {
        /// As large as it is asked to be, or as the client likes.
        case floating
        /// `restored` is where the window was before, in the global space; nil if it was nowhere yet.
        case maximized(restored: Point?)
        /// Above all of its output, and maximised or not when that is over.
        case fullscreen(restored: Point?, isMaximized: Bool)
    }

    init(_ surface: Surface, _ object: XdgToplevel?, host: any ShellHost) {
        self.surface = surface
        self.host = host
        self.object = object
        // Before it asks for anything, and so before the first configure.
        let capabilities: [XdgToplevel.WmCapabilities] = [.maximize, .fullscreen]
        object?.sendWmCapabilities(capabilities: WireArray(capabilities.map(\.rawValue)))
    }

    public var client: Client { surface.client }

    /// Whether it is the other one, or a dialog of it, or of such a dialog.
    func belongs(to other: Window) -> Bool {
        var current: Window? = self
        while let candidate = current {
            if candidate === other { return true }
            current = candidate.parent
        }
        return false
    }
    /// Of the client, as the kernel knows it; 0 for a client in this process's own. Of a window of another window system what
    /// its application says, and 0 if that says nothing.
    public var processID: Int32 { owner.map(\.processID) ?? client.processID }
    /// Tells those whose windows there are apart: the client's, or a number that no client has.
    public var ownerID: UInt64 { owner?.id ?? client.id }
    public var isMapped: Bool { shell?.isMapped ?? false }
    /// What the window covers in the compositor's global space, without its shadow.
    public var geometry: Rectangle {
        guard let shell else { return Rectangle(origin: position, size: .zero) }
        return Rectangle(origin: position, size: shell.windowGeometry.size)
    }

    /// Asks the client to close the window. The corresponding Wayland event is `xdg_toplevel.close`.
    public func close() {
        if let object { object.sendClose() } else { shell?.askToClose() }
    }

    /// Asks the client to make the window that large, in points, as long as it floats.
    public func resize(width: Double, height: Double) {
        stretch = nil
        wantedSize = Size(width: width, height: height)
        shell?.reconfigure()
    }

    /// Asks the client to show the window neither maximised nor fullscreen. It floats again, where it was.
    public func restore() {
        if !isFloating { change(to: .floating) }
    }

    /// Whether it is neither maximised nor fullscreen.
    public var isFloating: Bool { mode == .floating }

    // MARK: The compositor's side

    /// Moves it. One that covers an output covers the one of that place, and comes to the place when it floats again.
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

    /// How the window is wanted.
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

    /// The client asks to be maximised, or not to be any more. It is answered by a configure in any case; a window that
    /// fills its screen is so when that is over.
    func setMaximized(_ isMaximized: Bool) {
        switch mode {
        case .floating, .maximized: change(to: isMaximized ? .maximized(restored: placeBefore) : .floating)
        case .fullscreen(let restored, _): change(to: .fullscreen(restored: restored, isMaximized: isMaximized))
        }
    }

    /// The client asks to fill its screen, or not to any more. It is answered by a configure in any case.
    func setFullscreen(_ isFullscreen: Bool) {
        switch (mode, isFullscreen) {
        case (.floating, true): change(to: .fullscreen(restored: placeBefore, isMaximized: false))
        case (.maximized(let restored), true): change(to: .fullscreen(restored: restored, isMaximized: true))
        case (.fullscreen(let restored, true), false): change(to: .maximized(restored: restored))
        case (.fullscreen(_, false), false): change(to: .floating)
        case (.floating, false), (.maximized, false), (.fullscreen, true): change(to: mode)
        }
    }

    /// Where the window belongs when it floats; nil if it was nowhere yet.
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
                // Toolkits take back what they never asked for, before they have a window.
                wasPlaced = false
                if isMapped { position = host.placement(for: self) }
            }
        }
        shell?.reconfigure()
        surface.scene.treeChanged(shell.map { .shell($0) } ?? .everything)
    }

    /// The client asks to have it moved, or resized by `edges`, by a press of that seat.
    func take(by serial: UInt32, of seat: WlSeat, edges: XdgToplevel.ResizeEdge?) {
        host.take(self, by: serial, of: seat, edges: edges)
    }

    // MARK: Pulled at its edges

    /// Somebody pulls at edges of the window, or has let go of them.
    func stretch(_ stretch: WindowStretch) {
        self.stretch = stretch
        wantedSize = stretch.size
        shell?.reconfigure()
    }

    /// The client has drawn: an edge that nobody pulls at stays where it is, whatever size the client has made of it.
    /// - Parameter isUpToDate: whether the client has followed all that it was told.
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
