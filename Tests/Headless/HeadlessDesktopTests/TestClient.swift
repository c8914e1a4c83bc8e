// SPDX-License-Identifier: MIT

import Glibc
import HeadlessDesktop
import Testing
import WaylandClient
import WaylandServer
import WaylandUtil

typealias ClientSurface = WaylandClient.WlSurface

/// A client that is controlled by the test, and records the events of its seat.
final class TestClient {
    let connection: Connection
    let server: Client
    private(set) unowned var fixture: Fixture
    private(set) var isGone = false
    var events: [String] = []
    /// The serial of the last event that had one.
    var serial: UInt32 = 0

    let globals: GlobalList
    let compositor: WaylandClient.WlCompositor
    let shm: WaylandClient.WlShm
    let subcompositor: WaylandClient.WlSubcompositor
    let viewporter: WaylandClient.WpViewporter
    let shell: WaylandClient.XdgWmBase
    let seat: WaylandClient.WlSeat
    let pointer: WaylandClient.WlPointer
    let keyboard: WaylandClient.WlKeyboard
    let touch: WaylandClient.WlTouch
    private var kept: [Any] = []

    init(_ connection: Connection, _ fixture: Fixture) throws {
        self.connection = connection
        self.fixture = fixture
        server = fixture.compositor.display.clients.last!
        globals = GlobalList(connection)
        try Self.roundtrip(connection, fixture)
        compositor = try #require(globals.bind(WaylandClient.WlCompositor.self))
        shm = try #require(globals.bind(WaylandClient.WlShm.self))
        subcompositor = try #require(globals.bind(WaylandClient.WlSubcompositor.self))
        viewporter = try #require(globals.bind(WaylandClient.WpViewporter.self))
        shell = try #require(globals.bind(WaylandClient.XdgWmBase.self))
        seat = try #require(globals.bind(WaylandClient.WlSeat.self))
        pointer = seat.getPointer()
        keyboard = seat.getKeyboard()
        touch = seat.getTouch()
        shell.onEvent { [unowned self] event in
            switch event {
            case .ping(let serial): shell.pong(serial: serial)
            }
        }
        seat.onEvent { [unowned self] event in
            if case .capabilities(let capabilities) = event { events.append("capabilities \(capabilities.rawValue)") }
        }
        pointer.onEvent { [unowned self] in hear($0) }
        keyboard.onEvent { [unowned self] in hear($0) }
        touch.onEvent { [unowned self] in hear($0) }
        try roundtrip()
        events = []
    }

    /// Retains an object, so that its events are received.
    func keep(_ object: Any) { kept.append(object) }

    /// Called when the compositor has disconnected the client.
    func leave() { isGone = true }

    func roundtrip() throws { try Self.roundtrip(connection, fixture) }

    /// Runs `body`, and returns the protocol error that it causes.
    func error(_ body: () -> Void) -> Connection.Failure? {
        body()
        do {
            try roundtrip()
            return nil
        } catch {
            isGone = true
            return error as? Connection.Failure
        }
    }

    private static func roundtrip(_ connection: Connection, _ fixture: Fixture) throws {
        var isDone = false
        let callback = connection.display.sync()
        callback.onEvent { _ in isDone = true }
        while !isDone {
            try connection.flush()
            fixture.compositor.dispatch()
            try connection.dispatchPending()
        }
    }

    // MARK: Drawing

    /// A buffer of one colour, or with the pixels of `pixel`.
    func buffer(
        _ width: Int32, _ height: Int32, format: WaylandClient.WlShm.Format = .argb8888,
        _ pixel: (Int, Int) -> UInt32
    ) -> WaylandClient.WlBuffer {
        var pixels: [UInt32] = []
        for y in 0..<Int(height) { for x in 0..<Int(width) { pixels.append(pixel(x, y)) } }
        var path = Array("/tmp/dray-pool-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        unlink(path)
        defer { close(file) }
        let size = pixels.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        let pool = shm.createPool(fd: file, size: Int32(size))
        let buffer = pool.createBuffer(offset: 0, width: width, height: height, stride: width * 4, format: format)
        pool.destroy()
        keep(buffer)
        return buffer
    }

    /// An empty buffer, whose file is sparse.
    func zeros(_ width: Int32, _ height: Int32) -> WaylandClient.WlBuffer {
        let size = width * height * 4
        var path = Array("/tmp/dray-pool-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        unlink(path)
        defer { close(file) }
        #expect(ftruncate(file, off_t(size)) == 0)
        let pool = shm.createPool(fd: file, size: size)
        let buffer = pool.createBuffer(offset: 0, width: width, height: height, stride: width * 4, format: .argb8888)
        pool.destroy()
        keep(buffer)
        return buffer
    }

    func attach(_ colour: UInt32, _ width: Int32, _ height: Int32, to surface: ClientSurface) {
        surface.attach(buffer: buffer(width, height) { _, _ in colour }, x: 0, y: 0)
        surface.damage(x: 0, y: 0, width: width, height: height)
    }

    /// A mapped window of one colour.
    func window(
        _ width: Int32, _ height: Int32, colour: UInt32 = 0xff00_00ff, title: String = "window"
    ) throws -> TestWindow {
        let window = TestWindow(self, title: title)
        try roundtrip()
        attach(colour, width, height, to: window.surface)
        window.surface.commit()
        try roundtrip()
        return window
    }

    // MARK: Events

    private func name(_ surface: ClientSurface?) -> String { surface.map { "\($0.proxy.objectID)" } ?? "nothing" }
    private func text(_ x: Fixed, _ y: Fixed) -> String { "\(x.doubleValue),\(y.doubleValue)" }

    private func hear(_ event: WaylandClient.WlPointer.Event) {
        switch event {
        case .enter(let serial, let surface, let x, let y):
            self.serial = serial
            events.append("enter \(name(surface)) \(text(x, y))")
        case .leave(_, let surface): events.append("leave \(name(surface))")
        case .motion(_, let x, let y): events.append("motion \(text(x, y))")
        case .button(let serial, _, let button, let state):
            self.serial = serial
            events.append("button \(button) \(state)")
        case .axis(_, let axis, let value): events.append("axis \(axis) \(value.doubleValue)")
        case .axisDiscrete(let axis, let discrete): events.append("discrete \(axis) \(discrete)")
        case .frame: events.append("frame")
        case .axisValue120(let axis, let value): events.append("value120 \(axis) \(value)")
        case .axisSource, .axisStop: break
        }
    }

    private func hear(_ event: WaylandClient.WlKeyboard.Event) {
        switch event {
        case .enter(_, let surface, let keys):
            events.append("keyboard enter \(name(surface)) \(keys.values(as: UInt32.self))")
        case .leave(_, let surface): events.append("keyboard leave \(name(surface))")
        case .key(let serial, _, let key, let state):
            self.serial = serial
            events.append("key \(key) \(state)")
        case .modifiers(_, let depressed, _, _, _): events.append("modifiers \(depressed)")
        case .keymap, .repeatInfo: break
        }
    }

    private func hear(_ event: WaylandClient.WlTouch.Event) {
        switch event {
        case .down(let serial, _, let surface, let id, let x, let y):
            self.serial = serial
            events.append("down \(id) \(name(surface)) \(text(x, y))")
        case .up(_, _, let id): events.append("up \(id)")
        case .motion(_, let id, let x, let y): events.append("finger \(id) \(text(x, y))")
        case .cancel: events.append("cancel")
        case .frame: events.append("touch frame")
        case .shape, .orientation: break
        }
    }
}

/// A client's toplevel window, which acknowledges every `configure`.
final class TestWindow {
    let surface: ClientSurface
    let xdgSurface: WaylandClient.XdgSurface
    let toplevel: WaylandClient.XdgToplevel
    private(set) var states: [UInt32] = []
    private(set) var size: [Int32] = []
    /// The number of configure events.
    private(set) var configures = 0
    private(set) var isClosing = false
    private unowned let client: TestClient

    init(_ client: TestClient, title: String) {
        self.client = client
        surface = client.compositor.createSurface()
        xdgSurface = client.shell.getXdgSurface(surface: surface)
        toplevel = xdgSurface.getToplevel()
        xdgSurface.onEvent { [unowned self] event in
            switch event {
            case .configure(let serial): xdgSurface.ackConfigure(serial: serial)
            }
        }
        toplevel.onEvent { [unowned self] event in
            switch event {
            case .configure(let width, let height, let states):
                configures += 1
                size = [width, height]
                self.states = states.values(as: UInt32.self)
            case .close: isClosing = true
            case .configureBounds, .wmCapabilities: break
            }
        }
        toplevel.setTitle(title: title)
        surface.commit()
        client.keep(self)
    }

    var name: UInt32 { surface.proxy.objectID }
    var window: Window {
        client.fixture.compositor.windows.first {
            $0.surface.object.resource.objectID == name && $0.client == client.server
        }!
    }
}
