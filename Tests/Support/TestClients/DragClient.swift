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
    public let seat: WlSeat
    public let manager: WlDataDeviceManager
    public let device: WlDataDevice
    public private(set) var pointer: WlPointer?
    public private(set) var touch: WlTouch?
    public private(set) var keyboard: WlKeyboard?

    /// What the client was told, in order.
    public private(set) var log: [ClientEvent] = []
    /// The offer of the last `data_offer` that is a drag's, from `enter` on.
    public private(set) var dragOffer: Offer?
    /// The offer of the selection.
    public private(set) var selection: Offer?
    /// The serial of the last press, of a button or a finger.
    public private(set) var pressSerial: UInt32 = 0
    public private(set) var enterSerial: UInt32 = 0
    /// The serial of the last thing that a person did to this client.
    public private(set) var inputSerial: UInt32 = 0

    private let globals: GlobalList
    private let shm: WlShm
    private let wmBase: XdgWmBase
    private let subcompositor: WlSubcompositor
    private var introduced: [Offer] = []
    private var kept: [AnyObject] = []

    /// A `wl_data_offer` with the types that were named on it.
    public final class Offer {
        public let object: WlDataOffer
        public fileprivate(set) var types: [String] = []
        public fileprivate(set) var sourceActions: WlDataDeviceManager.DndAction?

        init(_ object: WlDataOffer) {
            self.object = object
        }
    }

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
    public init(
        _ name: String, owning descriptor: Int32, version: UInt32 = 3, pump: (Connection) throws -> Void
    ) throws {
        self.name = name
        connection = try Connection(owning: descriptor)
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
        self.seat = seat
        self.manager = manager
        self.subcompositor = subcompositor
        device = manager.getDataDevice(seat: seat)
        wmBase.onEvent { [wmBase] event in
            switch event {
            case .ping(let serial): wmBase.pong(serial: serial)
            }
        }
        device.onEvent { [weak self] in self?.handle($0) }
        seat.onEvent { [weak self] in self?.handle($0) }
        try pump(connection)
    }

    /// Forgets what was told so far.
    public func clearLog() { log = [] }

    public func note(_ event: ClientEvent) { log.append(event) }

    /// Keeps an object, so that its events arrive.
    public func keep(_ object: AnyObject) { kept.append(object) }

    // MARK: Windows

    /// A toplevel window of one colour.
    public func makeWindow(
        width: Int32 = 200, height: Int32 = 100, pump: (Connection) throws -> Void
    ) throws -> TestWindow {
        let surface = compositor.createSurface()
        let xdgSurface = wmBase.getXdgSurface(surface: surface)
        let toplevel = xdgSurface.getToplevel()
        let window = TestWindow(surface: surface, xdgSurface: xdgSurface, toplevel: toplevel)
        toplevel.setTitle(title: name)
        toplevel.setAppId(appId: "dray.test.\(name)")
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
    public func attach(to surface: WlSurface, width: Int32, height: Int32, colour: UInt32 = 0xff40_80c0) {
        let pixels = [UInt32](repeating: colour, count: Int(width * height))
        surface.attach(buffer: makeBuffer(width: width, height: height, pixels: pixels), x: 0, y: 0)
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
    public func makeSource(
        types: [String] = ["text/plain"], actions: WlDataDeviceManager.DndAction? = .copy
    ) -> WlDataSource {
        let source = manager.createDataSource()
        for type in types { source.offer(mimeType: type) }
        if let actions, source.proxy.version >= 3 { source.setActions(dndActions: actions) }
        source.onEvent { [weak self] in self?.handle($0) }
        return source
    }

    // MARK: Events

    private func handle(_ event: WlDataSource.Event) {
        switch event {
        case .target(let type): log.append(.sourceTarget(type))
        case .send(let type, let descriptor):
            log.append(.sourceSend(type))
            if let borrowed = descriptor.borrowed {
                let text = Array("\(name):\(type)".utf8)
                _ = write(borrowed, text, text.count)
            }
        case .cancelled: log.append(.sourceCancelled)
        case .dndDropPerformed: log.append(.sourceDropPerformed)
        case .dndFinished: log.append(.sourceFinished)
        case .action(let action): log.append(.sourceAction(action.rawValue))
        }
    }

    private func handle(_ event: WlDataDevice.Event) {
        switch event {
        case .dataOffer(let object):
            let offer = Offer(object)
            object.onEvent { [weak self, weak offer] in
                if let offer { self?.handle($0, of: offer) }
            }
            introduced.append(offer)
            log.append(.dataOffer)
        case .enter(let serial, let surface, let x, let y, let object):
            enterSerial = serial
            dragOffer = introduced.first { $0.object.proxy === object?.proxy }
            log.append(
                .enter(surface: surface?.proxy.objectID ?? 0, x.doubleValue, y.doubleValue, hasOffer: object != nil))
        case .leave:
            log.append(.leave)
        case .motion(let time, let x, let y):
            log.append(.motion(time: time, x.doubleValue, y.doubleValue))
        case .drop:
            log.append(.drop)
        case .selection(let object):
            selection = introduced.first { $0.object.proxy === object?.proxy }
            log.append(.selection(selection?.types))
        }
    }

    private func handle(_ event: WlDataOffer.Event, of offer: Offer) {
        switch event {
        case .offer(let type):
            offer.types.append(type)
            log.append(.offerType(type))
        case .sourceActions(let actions):
            offer.sourceActions = actions
            log.append(.offerSourceActions(actions.rawValue))
        case .action(let action):
            log.append(.offerAction(action.rawValue))
        }
    }

    private func handle(_ event: WlSeat.Event) {
        switch event {
        case .capabilities(let capabilities):
            if capabilities.contains(.pointer), pointer == nil {
                pointer = seat.getPointer()
                pointer?.onEvent { [weak self] in self?.handle($0) }
            }
            if capabilities.contains(.touch), touch == nil {
                touch = seat.getTouch()
                touch?.onEvent { [weak self] in self?.handle($0) }
            }
            if capabilities.contains(.keyboard), keyboard == nil {
                keyboard = seat.getKeyboard()
                keyboard?.onEvent { [weak self] in self?.handle($0) }
            }
        case .name: break
        }
    }

    private func handle(_ event: WlPointer.Event) {
        switch event {
        case .enter(let serial, let surface, _, _):
            inputSerial = serial
            log.append(.pointerEnter(surface: surface?.proxy.objectID ?? 0))
        case .leave: log.append(.pointerLeave)
        case .motion: log.append(.pointerMotion)
        case .button(let serial, _, let button, let state):
            inputSerial = serial
            if state == .pressed { pressSerial = serial }
            log.append(.pointerButton(button, isPressed: state == .pressed))
        case .axis: log.append(.pointerAxis)
        case .frame, .axisSource, .axisStop, .axisDiscrete, .axisValue120: break
        }
    }

    private func handle(_ event: WlTouch.Event) {
        switch event {
        case .down(let serial, _, _, let id, _, _):
            pressSerial = serial
            inputSerial = serial
            log.append(.touchDown(id))
        case .up(_, _, let id): log.append(.touchUp(id))
        case .motion(_, let id, _, _): log.append(.touchMotion(id))
        case .cancel: log.append(.touchCancel)
        case .frame, .shape, .orientation: break
        }
    }

    private func handle(_ event: WlKeyboard.Event) {
        switch event {
        case .enter(let serial, _, _):
            inputSerial = serial
            log.append(.keyboardEnter)
        case .leave: log.append(.keyboardLeave)
        case .key(let serial, _, let key, let state):
            inputSerial = serial
            log.append(.key(key, isPressed: state == .pressed))
        case .keymap, .modifiers, .repeatInfo: break
        }
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
