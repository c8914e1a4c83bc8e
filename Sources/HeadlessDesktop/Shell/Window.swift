// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
internal import WaylandUtil

/// A client's window: an `xdg_toplevel`, or what a `PlainShell` makes one.
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

    /// Nil for a window of another shell: its client is told neither a size nor to close it.
    private let object: XdgToplevel?
    /// Whether it has a place to come back to when it shows something again.
    private(set) var wasPlaced = false
    /// The window that this one belongs to and stays above.
    weak var parent: Window?
    private var mode = Mode.floating
    /// What a floating window is asked for; nothing leaves it to the client.
    private var wantedSize = Size.zero
    private var hasToldCapabilities = false

    enum Mode: Equatable {
        /// As large as it is asked to be, or as the client likes.
        case floating
        /// `restored` is where the window was before, in the global space; nil if it was nowhere yet.
        case maximized(restored: Point?)
        case fullscreen(restored: Point?)
    }

    init(_ surface: Surface, _ object: XdgToplevel?) {
        self.surface = surface
        self.object = object
    }

    public var client: Client { surface.client }
    /// Of the client, as the kernel knows it; 0 for a client in this process's own.
    public var processID: Int32 { client.processID }
    public var isMapped: Bool { surface.shell?.isMapped ?? false }
    /// What the window covers in the compositor's global space, without its shadow.
    public var geometry: Rectangle {
        guard let shell = surface.shell else { return Rectangle(origin: position, size: .zero) }
        return Rectangle(origin: position, size: shell.windowGeometry.size)
    }

    /// Asks the client to close the window. The corresponding Wayland event is `xdg_toplevel.close`.
    public func close() { object?.sendClose() }

    /// Asks the client to make the window that large, in points, as long as it floats.
    public func resize(width: Double, height: Double) {
        wantedSize = Size(width: width, height: height)
        surface.shell?.reconfigure()
    }

    /// Asks the client to show the window neither maximised nor fullscreen. It floats again, where it was.
    public func restore() {
        if !isFloating { setMode(nil) }
    }

    /// Whether it is neither maximised nor fullscreen.
    public var isFloating: Bool { mode == .floating }

    // MARK: The compositor's side

    /// Moves it. One that covers an output covers the one of that place, and comes to the place when it floats again.
    func move(to point: Point) {
        switch mode {
        case .floating: return position = point
        case .maximized: mode = .maximized(restored: point)
        case .fullscreen: mode = .fullscreen(restored: point)
        }
        position = surface.compositor.output(at: point)?.area.origin ?? .zero
        surface.shell?.reconfigure()
    }

    func setActivated(_ isActivated: Bool) {
        guard isActivated != self.isActivated else { return }
        self.isActivated = isActivated
        surface.shell?.reconfigure()
    }

    func sendConfigure() {
        guard let object else { return }
        if !hasToldCapabilities {
            hasToldCapabilities = true
            let capabilities: [XdgToplevel.WmCapabilities] = [.maximize, .fullscreen]
            object.sendWmCapabilities(capabilities: WireArray(capabilities.map(\.rawValue)))
        }
        var states: [XdgToplevel.State] = isActivated ? [.activated] : []
        var size = Size.zero
        let output = surface.compositor.output(at: position)
        switch mode {
        case .floating:
            size = wantedSize
            if let output {
                object.sendConfigureBounds(width: Int32(output.area.width), height: Int32(output.area.height))
            }
        case .maximized:
            states.append(.maximized)
            size = output?.area.size ?? .zero
        case .fullscreen:
            states.append(.fullscreen)
            size = output?.area.size ?? .zero
        }
        object.sendConfigure(
            width: Int32(size.width), height: Int32(size.height), states: WireArray(states.map(\.rawValue)))
    }

    func setMode(_ wanted: XdgToplevel.State?) {
        let restored: Point? =
            switch mode {
            case .floating: wasPlaced ? position : nil
            case .maximized(let point), .fullscreen(let point): point
            }
        let corner = surface.compositor.output(at: position)?.area.origin ?? .zero
        switch wanted {
        case .maximized: mode = .maximized(restored: restored)
        case .fullscreen: mode = .fullscreen(restored: restored)
        case .resizing, .activated, .tiledLeft, .tiledRight, .tiledTop, .tiledBottom, nil: mode = .floating
        }
        if mode != .floating {
            position = corner
        } else if let restored {
            position = restored
        } else {
            // Toolkits take back what they never asked for, before they have a window.
            wasPlaced = false
            if isMapped { position = surface.compositor.placement(for: self) }
        }
        surface.shell?.reconfigure()
        surface.compositor.treeChanged()
    }

    var isFullscreen: Bool {
        if case .fullscreen = mode { return true }
        return false
    }
}

extension Window: Hashable {
    public static func == (left: Window, right: Window) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
