// SPDX-License-Identifier: MIT

public import Dray
public import DrayCore
public import DrayHeadless
public import DrayPresentation
internal import Glibc
public import HeadlessDesktop
public import TestClients
public import WaylandClient
internal import WaylandServer

/// A headless compositor with the drag engine, and clients in the same thread: everything that is said goes over real
/// sockets, and nothing happens unless a test lets it.
public final class DragFixture {
    public let compositor: HeadlessCompositor
    public let host: HeadlessDragHost
    /// Everything that the engine asked of its host.
    public private(set) var effects: [HostEffect] = []
    /// What pointers were to look like, one after the other.
    public var shapes: [PointerShape?] {
        effects.compactMap { if case .pointerShape(let shape) = $0 { .some(shape) } else { nil } }
    }
    /// Everything that the drags' sessions led to, also what the engine carried out by itself.
    public private(set) var sessionEffects: [DragEffect] = []
    public private(set) var clients: [DragClient] = []

    public init(
        _ configuration: HeadlessConfiguration = HeadlessConfiguration(), policy: DragPolicy = .humanInterface,
        style: PresentationStyle = PresentationStyle(), pointer: PointerConfiguration = PointerConfiguration()
    ) throws {
        compositor = try HeadlessCompositor(configuration)
        host = HeadlessDragHost(compositor, policy: policy, style: style, pointer: pointer)
        host.onEffect = { [weak self] effect, _ in self?.effects.append(effect) }
        host.engine.observer = { [weak self] _, _, effects in self?.sessionEffects += effects }
    }

    deinit {
        clients = []
        compositor.close()
    }

    public var seat: Seat { compositor.seats[0] }
    public var drags: DragSeat { host.drags(of: seat) }

    /// A new client, connected and with all its objects.
    public func makeClient(_ name: String, version: UInt32 = 3) throws -> DragClient {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw DragClient.SetupFailure(reason: "no socket pair: \(String(cString: strerror(errno)))")
        }
        try compositor.display.addClient(owning: ends[0])
        let client = try DragClient(name, owning: ends[1], version: version) { try pump($0) }
        clients.append(client)
        return client
    }

    /// A window of a client, placed in the global space.
    public func makeWindow(
        of client: DragClient, at point: Point, width: Int32 = 200, height: Int32 = 100
    ) throws -> TestWindow {
        let window = try client.makeWindow(width: width, height: height) { try pump($0) }
        guard let shown = compositor.windows.last else {
            throw DragClient.SetupFailure(reason: "the window of \(client.name) is not shown")
        }
        compositor.place(shown, at: point)
        try settle()
        return window
    }

    /// Disconnects a client without a farewell.
    public func kill(_ client: DragClient) {
        clients.removeAll { $0 === client }
        shutdown(client.connection.descriptor, Int32(SHUT_RDWR))
        for _ in 0..<3 { compositor.dispatch(timeout: 0) }
    }

    /// Lets everybody handle everything: twice round, since what one client asks is told to another.
    public func settle() throws {
        for _ in 0..<2 {
            for client in clients { try pump(client.connection) }
            serve()
        }
    }

    /// Lets the compositor do what it can do by itself: content is on its way through it, and nobody is asked about that.
    private func serve() {
        var loop = pollfd(fd: compositor.display.eventLoop.descriptor, events: Int16(POLLIN), revents: 0)
        // What somebody does not take keeps it ready for ever.
        var turns = 0
        while turns < 100, poll(&loop, 1, 0) > 0 {
            compositor.dispatch(timeout: 0)
            turns += 1
        }
    }

    /// Lets the compositor and one connection work until the connection has had its answers.
    public func pump(_ connection: Connection) throws {
        guard try compositor.answers(connection) else {
            throw DragClient.SetupFailure(reason: "the compositor does not answer")
        }
    }

    /// Forgets what was told and asked so far.
    public func clearLogs() {
        effects = []
        sessionEffects = []
        for client in clients { client.clearLog() }
    }

    /// The error that a client is disconnected with; nil if it is not. The client counts no more afterwards.
    public func failure(of client: DragClient) throws -> Connection.Failure? {
        do {
            try pump(client.connection)
            return nil
        } catch let failure as Connection.Failure {
            clients.removeAll { $0 === client }
            return failure
        }
    }

    /// Lets a target take the content that is over it.
    public func take(
        by client: DragClient, type: String = "text/plain",
        actions: WaylandClient.WlDataDeviceManager.DndAction = .copy,
        preferred: WaylandClient.WlDataDeviceManager.DndAction = .copy
    ) throws {
        if let offer = client.dragOffer?.object {
            if offer.proxy.version >= 3 { offer.setActions(dndActions: actions, preferredAction: preferred) }
            offer.accept(serial: client.enterSerial, mimeType: type)
        }
        try settle()
    }

    // MARK: The usual beginnings

    /// Presses the left button at a point of the global space, in a window that gets it.
    public func press(at point: Point) throws {
        seat.pointer.move(to: point)
        seat.pointer.button(InputEvent.Button.left, .pressed)
        try settle()
    }

    /// Presses in a client's window and begins a drag with the serial of the press.
    @discardableResult
    public func startDrag(
        of client: DragClient, from window: TestWindow, at point: Point, source: WaylandClient.WlDataSource?,
        icon: WaylandClient.WlSurface? = nil
    ) throws -> WaylandClient.WlDataSource? {
        try press(at: point)
        client.device.startDrag(source: source, origin: window.surface, icon: icon, serial: client.pressSerial)
        try settle()
        return source
    }

    /// Moves the pointer, in one step.
    public func move(to point: Point) throws {
        compositor.clock.advance(byMicroseconds: 16_667)
        seat.pointer.move(to: point)
        try settle()
    }

    /// Releases the left button.
    public func release() throws {
        seat.pointer.button(InputEvent.Button.left, .released)
        try settle()
    }

    // MARK: Devices

    public enum InputDevice: CaseIterable, Sendable {
        case pointer
        case keyboard
        case touch

        fileprivate var capability: WaylandServer.WlSeat.Capability {
            switch self {
            case .pointer: .pointer
            case .keyboard: .keyboard
            case .touch: .touch
            }
        }
    }

    /// Takes a device from the first seat.
    public func takeAway(_ device: InputDevice) throws {
        seat.remove(device.capability)
        try settle()
    }

    /// Gives a device to the first seat.
    public func giveBack(_ device: InputDevice) throws {
        seat.add(device.capability)
        try settle()
    }

    // MARK: Fingers and keys

    /// Puts a finger down.
    public func touchDown(_ finger: Int32 = 0, at point: Point) throws {
        seat.touch.down(FingerID(finger), at: point)
        try settle()
    }

    /// Moves a finger, in one step.
    public func touchMove(_ finger: Int32 = 0, to point: Point) throws {
        compositor.clock.advance(byMicroseconds: 16_667)
        seat.touch.motion(FingerID(finger), to: point)
        try settle()
    }

    /// Lifts a finger.
    public func touchUp(_ finger: Int32 = 0) throws {
        seat.touch.up(FingerID(finger))
        try settle()
    }

    /// Puts a finger down in a client's window and begins a drag with it.
    public func startTouchDrag(
        of client: DragClient, from window: TestWindow, at point: Point, source: WaylandClient.WlDataSource?,
        finger: Int32 = 0
    ) throws {
        try touchDown(finger, at: point)
        client.device.startDrag(source: source, origin: window.surface, icon: nil, serial: client.pressSerial)
        try settle()
    }

    /// Presses or releases a key by its evdev code.
    public func key(_ code: UInt32, _ state: InputEvent.PressState) throws {
        seat.keyboard.key(code, state)
        try settle()
    }
}
