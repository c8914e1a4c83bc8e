// SPDX-License-Identifier: MIT

internal import Glibc
public import WaylandClient
internal import WaylandUtil

/// A Wayland client of the tests: a real libwayland connection with everything that drag and drop needs.
///
/// It does nothing by itself. A test tells it what to ask, and reads in `log` what it was told.
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

    /// Connects over `descriptor`, which belongs to the client from here on.
    /// - Parameters:
    ///   - version: of `wl_data_device_manager`, and so of all its objects.
    ///   - pump: lets the compositor work until a connection has had its answers.
    public convenience init(
        _ name: String, owning descriptor: Int32, version: UInt32 = 3, pump: (Connection) throws -> Void
    ) throws {
        try self.init(name, over: Connection(owning: descriptor), version: version, pump: pump)
    }

    /// A client of a compositor that may be anywhere.
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
        else { throw SetupFailure(reason: "a global is missing; there are \(globals.entries.map(\.interface))") }
        self.compositor = compositor
        self.shm = shm
        self.wmBase = wmBase
        self.manager = manager
        self.subcompositor = subcompositor
        primaryManager = globals.bind(ZwpPrimarySelectionDeviceManagerV1.self)
        mainSeat = ClientSeat(seat, manager: manager, primary: primaryManager, log: eventLog)
        // Weak: the object keeps the handler, and a connection that its own object keeps alive is never closed.
        wmBase.onEvent { [weak proxy = wmBase.proxy] event in
            switch event {
            case .ping(let serial): proxy.map(XdgWmBase.init)?.pong(serial: serial)
            }
        }
        try pump(connection)
    }

    /// The compositor's `dray_drag_manager_v1`, bound when it is first asked for.
    public private(set) lazy var dragManager: DrayDragManagerV1? = globals.bind(DrayDragManagerV1.self)

    /// What the compositor offers.
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
    /// The serial of the last press, of a button or a finger.
    public var pressSerial: UInt32 { mainSeat.pressSerial }
    public var enterSerial: UInt32 { mainSeat.device.enterSerial }
    /// The serial of the last thing that a person did to this client.
    public var inputSerial: UInt32 { mainSeat.inputSerial }

    /// Makes another data device in place of the one that the client had.
    public func renewDevice() { mainSeat.renewDevice(of: manager) }

    /// Another of the compositor's seats, counted from 0, with a log of its own. Its devices arrive with the next answers.
    public func makeSeat(_ index: Int) -> ClientSeat? {
        let entries = globals.entries.filter { $0.interface == "wl_seat" }
        guard entries.indices.contains(index) else { return nil }
        let object = globals.bind(entries[index], as: WlSeat.self, version: 5)
        return ClientSeat(object, manager: manager, primary: primaryManager, log: EventLog())
    }

    /// Another `wl_data_device` of the first seat.
    /// - Parameter version: of the `wl_data_device_manager` that it is made by; that of the client's own by default.
    public func makeDevice(version: UInt32? = nil, log: EventLog = EventLog()) -> ClientDevice {
        let manager = version.flatMap { globals.bind(WlDataDeviceManager.self, version: $0) } ?? manager
        return ClientDevice(manager.getDataDevice(seat: seat), log: log)
    }

    /// `ext_data_control_manager_v1`, if the client may see it.
    public func bindDataControl() -> ExtDataControlManagerV1? { globals.bind(ExtDataControlManagerV1.self) }

    /// `xdg_toplevel_drag_manager_v1`.
    public func bindToplevelDrag() -> XdgToplevelDragManagerV1? { globals.bind(XdgToplevelDragManagerV1.self) }

    // MARK: What was told

    /// What the client was told, in order.
    public var log: [ClientEvent] { eventLog.events }

    public func note(_ event: ClientEvent) { eventLog.note(event) }

    /// Hears of each event as it comes.
    public var onNote: ((ClientEvent) -> Void)? {
        get { eventLog.onNote }
        set { eventLog.onNote = newValue }
    }

    /// Forgets what was told so far.
    public func clearLog() { eventLog.clear() }

    /// Keeps an object, so that its events arrive.
    public func keep(_ object: AnyObject) { kept.append(object) }

    // MARK: Windows

    /// A toplevel window of one colour.
    /// - Parameter beforeMapping: what the client asks for the window while it is not shown yet.
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
    /// - Parameters:
    ///   - x: how far the content moves against its old place.
    ///   - y: the same, downwards.
    public func attach(
        to surface: WlSurface, width: Int32, height: Int32, x: Int32 = 0, y: Int32 = 0, colour: UInt32 = 0xff40_80c0
    ) {
        let pixels = [UInt32](repeating: colour, count: Int(width * height))
        surface.attach(buffer: makeBuffer(width: width, height: height, pixels: pixels), x: x, y: y)
        surface.damage(x: 0, y: 0, width: width, height: height)
    }

    /// A buffer of ARGB8888.
    /// - Parameters:
    ///   - pixels: row by row; what is missing is transparent, and takes no memory.
    ///   - length: bytes that the file has in the end; nil for as many as the buffer needs.
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

    /// A source with these types and, from version 3 on, actions.
    /// - Parameter log: where its events go; to the client's by default.
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

    /// Keeps a proxy until it is destroyed.
    private func keepAlive(_ proxy: Proxy) {
        kept.removeAll { ($0 as? Proxy)?.isAlive == false }
        kept.append(proxy)
    }

    // MARK: Reading

    /// Asks for content by a `wl_data_offer`.
    public func receive(_ type: String, from offer: WlDataOffer) -> PendingRead {
        startRead { offer.receive(mimeType: type, fd: $0) }
    }

    /// Asks for content by an offer of the primary selection.
    public func receive(_ type: String, from offer: ZwpPrimarySelectionOfferV1) -> PendingRead {
        startRead { offer.receive(mimeType: type, fd: $0) }
    }

    /// Asks for content by an offer to a client that controls selections.
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

    /// The surface's number, as `ClientEvent.enter` names it.
    public var id: UInt32 { surface.proxy.objectID }
}

/// A file in memory without a name.
private func anonymousFile() -> Int32 {
    let name = "/dray-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    shm_unlink(name)
    return descriptor
}
