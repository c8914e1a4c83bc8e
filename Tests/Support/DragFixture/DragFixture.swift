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

/// A headless compositor with the drag engine, and clients in the same thread. All messages are sent over real sockets,
/// and everything is controlled by the test.
public final class DragFixture {
    public let compositor: HeadlessCompositor
    public let host: HeadlessDragHost
    /// All effects that the engine has requested from its host.
    public private(set) var effects: [HostEffect] = []
    /// The pointer shapes in order.
    public var shapes: [PointerShape?] {
        effects.compactMap { if case .pointerShape(let shape) = $0 { .some(shape) } else { nil } }
    }
    /// All effects of the drag sessions, including those that the engine performs itself.
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

    /// Creates a connected client with all its objects.
    public func makeClient(_ name: String, version: UInt32 = 3) throws -> DragClient {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw DragClient.SetupFailure(reason: "socketpair: \(String(cString: strerror(errno)))")
        }
        try compositor.display.addClient(owning: ends[0])
        let client = try DragClient(name, owning: ends[1], version: version) { try pump($0) }
        clients.append(client)
        return client
    }

    /// Creates a window of a client at a position in global coordinates.
    public func makeWindow(
        of client: DragClient, at point: Point, width: Int32 = 200, height: Int32 = 100
    ) throws -> TestWindow {
        let window = try client.makeWindow(width: width, height: height) { try pump($0) }
        guard let shown = compositor.windows.last else {
            throw DragClient.SetupFailure(reason: "the window of \(client.name) is not mapped")
        }
        compositor.place(shown, at: point)
        try settle()
        return window
    }

    /// Disconnects a client abruptly.
    public func kill(_ client: DragClient) {
        clients.removeAll { $0 === client }
        shutdown(client.connection.descriptor, Int32(SHUT_RDWR))
        for _ in 0..<3 { compositor.dispatch(timeout: 0) }
    }

    /// Lets all sides process everything. Two round trips are needed, since requests of one client cause events for
    /// another.
    public func settle() throws {
        for _ in 0..<2 {
            for client in clients { try pump(client.connection) }
            serve()
        }
    }

    /// Serves the compositor's own event sources: content in transit does not depend on clients.
    private func serve() {
        var loop = pollfd(fd: compositor.display.eventLoop.descriptor, events: Int16(POLLIN), revents: 0)
        // Content that is not read keeps its descriptor ready, so the number of iterations is limited.
        var turns = 0
        while turns < 100, poll(&loop, 1, 0) > 0 {
            compositor.dispatch(timeout: 0)
            turns += 1
        }
    }

    /// Serves the compositor and one connection until the connection has received its answers.
    public func pump(_ connection: Connection) throws {
        guard try compositor.answers(connection) else {
            throw DragClient.SetupFailure(reason: "the compositor does not answer")
        }
    }

    /// Clears all logs.
    public func clearLogs() {
        effects = []
        sessionEffects = []
        for client in clients { client.clearLog() }
    }

    /// The error with which a client was disconnected; nil if it is connected. The client is removed afterwards.
    public func failure(of client: DragClient) throws -> Connection.Failure? {
        do {
            try pump(client.connection)
            return nil
        } catch let failure as Connection.Failure {
            clients.removeAll { $0 === client }
            return failure
        }
    }

    /// Lets a target accept the drag over it.
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

    // MARK: Pointer

    /// Presses the left button at a point in global coordinates, where a window must receive it.
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

    /// Removes a device from the first seat.
    public func takeAway(_ device: InputDevice) throws {
        seat.remove(device.capability)
        try settle()
    }

    /// Adds a device to the first seat again.
    public func giveBack(_ device: InputDevice) throws {
        seat.add(device.capability)
        try settle()
    }

    // MARK: Fingers and keys

    /// Adds a touch point.
    public func touchDown(_ finger: Int32 = 0, at point: Point) throws {
        seat.touch.down(FingerID(finger), at: point)
        try settle()
    }

    /// Moves a touch point in one step.
    public func touchMove(_ finger: Int32 = 0, to point: Point) throws {
        compositor.clock.advance(byMicroseconds: 16_667)
        seat.touch.motion(FingerID(finger), to: point)
        try settle()
    }

    /// Lifts a touch point.
    public func touchUp(_ finger: Int32 = 0) throws {
        seat.touch.up(FingerID(finger))
        try settle()
    }

    /// Adds a touch point in a client's window and begins a drag with it.
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
