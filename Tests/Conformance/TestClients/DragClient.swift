// SPDX-License-Identifier: MIT

internal import Glibc
public import WaylandClient
internal import WaylandUtil

/// A Wayland client for tests: a real libwayland connection with all globals of drag and drop.
///
/// It is passive: a test sends requests, and reads the events in `log`.
public final class DragClient {
    public let name: String
    public let connection: Connection
    public let compositor: WlCompositor
    public let manager: WlDataDeviceManager
    public let primaryManager: ZwpPrimarySelectionDeviceManagerV1?
    /// The objects of the first seat.
    public let mainSeat: ClientSeat

    private let eventLog = EventLog()
    private let globals: GlobalList
    private let shm: WlShm
    private let wmBase: XdgWmBase
    private let subcompositor: WlSubcompositor
    private var kept: [AnyObject] = []

    public struct SetupFailure: Error {
        public let reason: String

        public init(reason: String) {
            self.reason = reason
        }
    }

    /// Connects over `descriptor`, which the client owns.
    /// - Parameters:
    ///   - version: the version of `wl_data_device_manager`, and thus of all its objects.
    ///   - pump: lets the compositor work until a connection has received its answers.
    public convenience init(
        _ name: String, owning descriptor: Int32, version: UInt32 = 3, pump: (Connection) throws -> Void
    ) throws {
        try self.init(name, over: Connection(owning: descriptor), version: version, pump: pump)
    }

    /// A client of any compositor.
    public init(
        _ name: String, over connection: Connection, version: UInt32 = 3, pump: (Connection) throws -> Void
    ) throws {
        self.name = name
        self.connection = connection
        globals = GlobalList(connection)
        try pump(connection)
        guard let compositor = globals.bind(WlCompositor.self, version: 4), let shm = globals.bind(WlShm.self),
            let wmBase = globals.bind(XdgWmBase.self, version: 1), let seat = globals.bind(WlSeat.self, version: 5),
            let manager = globals.bind(WlDataDeviceManager.self, version: version),
            let subcompositor = globals.bind(WlSubcompositor.self)
        else { throw SetupFailure(reason: "a global is missing; offered are \(globals.entries.map(\.interface))") }
        self.compositor = compositor
        self.shm = shm
        self.wmBase = wmBase
        self.manager = manager
        self.subcompositor = subcompositor
        primaryManager = globals.bind(ZwpPrimarySelectionDeviceManagerV1.self)
        mainSeat = ClientSeat(seat, manager: manager, primary: primaryManager, log: eventLog)
        // Weak: the object retains the handler, and a connection retained by its own object is never closed.
        wmBase.onEvent { [weak proxy = wmBase.proxy] event in
            switch event {
            case .ping(let serial): proxy.map(XdgWmBase.init)?.pong(serial: serial)
            }
        }
        try pump(connection)
    }

    /// The compositor's `dray_drag_manager_v1`, bound on first use.
    public private(set) lazy var dragManager: DrayDragManagerV1? = globals.bind(DrayDragManagerV1.self)

    /// The globals of the compositor.
    public var offeredGlobals: [GlobalList.Entry] { globals.entries }

    // MARK: The first seat

    public var seat: WlSeat { mainSeat.object }
    public var device: WlDataDevice { mainSeat.device.object }
    public var pointer: WlPointer? { mainSeat.pointer }
    public var touch: WlTouch? { mainSeat.touch }
    public var keyboard: WlKeyboard? { mainSeat.keyboard }
    /// The offer of the last `enter`.
    public var dragOffer: ClientOffer? { mainSeat.device.dragOffer }
    /// The offer of the selection.
    public var selection: ClientOffer? { mainSeat.device.selection }
    /// The serial of the last button or touch press.
    public var pressSerial: UInt32 { mainSeat.pressSerial }
    public var enterSerial: UInt32 { mainSeat.device.enterSerial }
    /// The serial of the last user input.
    public var inputSerial: UInt32 { mainSeat.inputSerial }

    /// Replaces the data device by a new one.
    public func renewDevice() { mainSeat.renewDevice(of: manager) }

    /// Another seat by its index, with its own log. Its devices arrive with the next answers.
    public func makeSeat(_ index: Int) -> ClientSeat? {
        let entries = globals.entries.filter { $0.interface == "wl_seat" }
        guard entries.indices.contains(index) else { return nil }
        let object = globals.bind(entries[index], as: WlSeat.self, version: 5)
        return ClientSeat(object, manager: manager, primary: primaryManager, log: EventLog())
    }

    /// Another `wl_data_device` of the first seat.
    /// - Parameter version: the version of its `wl_data_device_manager`; by default that of the client.
    public func makeDevice(version: UInt32? = nil, log: EventLog = EventLog()) -> ClientDevice {
        let manager = version.flatMap { globals.bind(WlDataDeviceManager.self, version: $0) } ?? manager
        return ClientDevice(manager.getDataDevice(seat: seat), log: log)
    }

    /// `ext_data_control_manager_v1`, if the client is allowed to see it.
    public func bindDataControl() -> ExtDataControlManagerV1? { globals.bind(ExtDataControlManagerV1.self) }

    /// `xdg_toplevel_drag_manager_v1`.
    public func bindToplevelDrag() -> XdgToplevelDragManagerV1? { globals.bind(XdgToplevelDragManagerV1.self) }

    // MARK: Events

    /// The events of the client in order.
    public var log: [ClientEvent] { eventLog.events }

    public func note(_ event: ClientEvent) { eventLog.note(event) }

    /// Called for each event.
    public var onNote: ((ClientEvent) -> Void)? {
        get { eventLog.onNote }
        set { eventLog.onNote = newValue }
    }

    /// Clears the log.
    public func clearLog() { eventLog.clear() }

    /// Retains an object, so that its events arrive.
    public func keep(_ object: AnyObject) { kept.append(object) }

    // MARK: Windows

    /// A toplevel window of one colour.
    /// - Parameter beforeMapping: requests for the window before it is mapped.
    public func makeWindow(
        width: Int32 = 200, height: Int32 = 100, pump: (Connection) throws -> Void,
        beforeMapping: (XdgToplevel) -> Void = { _ in }
    ) throws -> TestWindow {
        let surface = compositor.createSurface()
        let xdgSurface = wmBase.getXdgSurface(surface: surface)
        let toplevel = xdgSurface.getToplevel()
        let window = TestWindow(surface: surface, xdgSurface: xdgSurface, toplevel: toplevel)
        toplevel.setTitle(title: name)
        toplevel.setAppId(appId: "dray.test.\(name)")
        beforeMapping(toplevel)
        surface.commit()
        try pump(connection)
        attach(to: surface, width: width, height: height)
        surface.commit()
        try pump(connection)
        return window
    }

    /// A surface without a role, with a buffer attached and committed.
    public func makeSurface(width: Int32 = 16, height: Int32 = 16) -> WlSurface {
        let surface = compositor.createSurface()
        attach(to: surface, width: width, height: height)
        surface.commit()
        return surface
    }

    /// A desynchronised subsurface with a buffer.
    public func makeSubsurface(of parent: WlSurface, x: Int32, y: Int32, width: Int32, height: Int32) -> WlSurface {
        let surface = compositor.createSurface()
        let subsurface = subcompositor.getSubsurface(surface: surface, parent: parent)
        subsurface.setPosition(x: x, y: y)
        subsurface.setDesync()
        kept.append(subsurface.proxy)
        attach(to: surface, width: width, height: height)
        surface.commit()
        parent.commit()
        return surface
    }

    /// Attaches a new opaque buffer to a surface, without a commit.
    /// - x: the horizontal offset from the previous content.
    /// - y: the vertical offset.
    public func attach(
        to surface: WlSurface, width: Int32, height: Int32, x: Int32 = 0, y: Int32 = 0, colour: UInt32 = 0xff40_80c0
    ) {
        let pixels = [UInt32](repeating: colour, count: Int(width * height))
        surface.attach(buffer: makeBuffer(width: width, height: height, pixels: pixels), x: x, y: y)
        surface.damage(x: 0, y: 0, width: width, height: height)
    }

    /// An ARGB8888 buffer.
    /// - Parameters:
    ///   - pixels: rows from the top; missing ones are transparent, and need no memory.
    ///   - length: the final size of the file in bytes; nil for the size of the buffer.
    public func makeBuffer(
        width: Int32, height: Int32, pixels: [UInt32] = [], truncatedTo length: Int? = nil
    ) -> WlBuffer {
        let size = Int(width) * Int(height) * 4
        let descriptor = anonymousFile()
        defer { close(descriptor) }
        ftruncate(descriptor, size)
        if let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED {
            pixels.withUnsafeBytes { bytes in
                if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: min(bytes.count, size)) }
            }
            munmap(memory, size)
        }
        let pool = shm.createPool(fd: descriptor, size: Int32(clamping: size))
        let buffer = pool.createBuffer(offset: 0, width: width, height: height, stride: width * 4, format: .argb8888)
        pool.destroy()
        if let length { ftruncate(descriptor, length) }
        kept.append(buffer.proxy)
        return buffer
    }

    // MARK: Sources

    /// A source with these types and, since version 3, actions.
    /// - Parameter log: the log for its events; by default that of the client.
    public func makeSource(
        types: [String] = ["text/plain"], actions: WlDataDeviceManager.DndAction? = .copy, log: EventLog? = nil
    ) -> WlDataSource {
        let source = manager.createDataSource()
        keepAlive(source.proxy)
        for type in types { source.offer(mimeType: type) }
        if let actions, source.proxy.version >= 3 { source.setActions(dndActions: actions) }
        let log = log ?? eventLog
        source.onEvent { [name] event in
            switch event {
            case .target(let type): log.note(.sourceTarget(type))
            case .send(let type, let descriptor):
                log.note(.sourceSend(type))
                descriptor.write("\(name):\(type)")
            case .cancelled: log.note(.sourceCancelled)
            case .dndDropPerformed: log.note(.sourceDropPerformed)
            case .dndFinished: log.note(.sourceFinished)
            case .action(let action): log.note(.sourceAction(action.rawValue))
            }
        }
        return source
    }

    /// A source for the primary selection.
    public func makePrimarySource(
        types: [String] = ["text/plain"], log: EventLog? = nil
    ) -> ZwpPrimarySelectionSourceV1? {
        let source = primaryManager?.createSource()
        if let source { keepAlive(source.proxy) }
        for type in types { source?.offer(mimeType: type) }
        let log = log ?? eventLog
        source?.onEvent { [name] event in
            switch event {
            case .send(let type, let descriptor):
                log.note(.primarySend(type))
                descriptor.write("\(name):\(type)")
            case .cancelled: log.note(.primaryCancelled)
            }
        }
        return source
    }

    /// Retains a proxy until it is destroyed.
    private func keepAlive(_ proxy: Proxy) {
        kept.removeAll { ($0 as? Proxy)?.isAlive == false }
        kept.append(proxy)
    }

    // MARK: Reading

    /// Requests content of a `wl_data_offer`.
    public func receive(_ type: String, from offer: WlDataOffer) -> PendingRead {
        startRead { offer.receive(mimeType: type, fd: $0) }
    }

    /// Requests content of a primary selection offer.
    public func receive(_ type: String, from offer: ZwpPrimarySelectionOfferV1) -> PendingRead {
        startRead { offer.receive(mimeType: type, fd: $0) }
    }

    /// Requests content of a data control offer.
    public func receive(_ type: String, from offer: ExtDataControlOfferV1) -> PendingRead {
        startRead { offer.receive(mimeType: type, fd: $0) }
    }

    private func startRead(_ ask: (Int32) -> Void) -> PendingRead {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        ask(ends[1])
        close(ends[1])
        return PendingRead(owning: ends[0])
    }
}

/// A toplevel window of a test client.
public struct TestWindow {
    public let surface: WlSurface
    public let xdgSurface: XdgSurface
    public let toplevel: XdgToplevel

    init(surface: WlSurface, xdgSurface: XdgSurface, toplevel: XdgToplevel) {
        self.surface = surface
        self.xdgSurface = xdgSurface
        self.toplevel = toplevel
        xdgSurface.onEvent { [weak proxy = xdgSurface.proxy] event in
            switch event {
            case .configure(let serial): proxy.map(XdgSurface.init)?.ackConfigure(serial: serial)
            }
        }
    }

    /// The object id of the surface, as in `ClientEvent.enter`.
    public var id: UInt32 { surface.proxy.objectID }
}

/// Creates an anonymous file in memory.
private func anonymousFile() -> Int32 {
    let name = "/dray-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    shm_unlink(name)
    return descriptor
}
