// SPDX-License-Identifier: MIT

internal import CDray
internal import Dray
internal import DrayCore
internal import DrayX11
internal import WaylandServer
internal import XCB

/// Behind a `struct dray_x11 *`.
final class X11Object: HandleObject {
    static var kind: HandleKind { .x11 }

    let handle: OpaquePointer
    let seat: SeatID
    private(set) weak var owner: EngineObject?
    private let options: dray_x11_options
    private var state = State.over
    private var places: [OpaquePointer] = []
    private var isOverX = false

    private enum State {
        /// Leads to `up`, or to `over`.
        case dialling(X11Dialling)
        /// Leads to `over`.
        case up(X11Bridge)
        case over
    }

    /// `display` of the options is not kept.
    init(_ options: dray_x11_options, handle: OpaquePointer, owner: EngineObject, seat: SeatID) {
        var options = options
        options.display = nil
        self.options = options
        self.handle = handle
        self.owner = owner
        self.seat = seat
    }

    /// Nil until the server was reached, and once it is gone.
    var bridge: X11Bridge? {
        if case .up(let bridge) = state { bridge } else { nil }
    }

    func log(_ blame: dray_blame, _ text: String) {
        if let owner { owner.log(blame, text) } else { writeLog(blame, text) }
    }

    /// - Returns: false without descriptors or threads.
    func dial(_ display: String) -> Bool {
        guard let loop = owner?.display.eventLoop else { return false }
        let dialling = X11Dialling(display: display, loop: loop) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let connection): reached(connection)
            case .failure(let error): failed("the X server \(display) cannot be reached: \(error)")
            }
        }
        guard let dialling else { return false }
        state = .dialling(dialling)
        return true
    }

    /// Nil if there is no server.
    func place(of window: UInt32) throws(Mistake) -> OpaquePointer? {
        guard let bridge, let owner else { return nil }
        let place = bridge.place(of: window == 0 ? bridge.root : XWindow(rawValue: window)) {
            (Int(clamping: $0.x), Int(clamping: $0.y))
        }
        let handle = try owner.addPlace { PlaceObject(place, handle: $0, owner: owner) }
        // Those that the host has destroyed.
        places.removeAll { (try? HandleTable.object(of: $0, as: PlaceObject.self)) == nil }
        places.append(handle)
        return handle
    }

    func pointer(isOverX: Bool) {
        guard isOverX != self.isOverX else { return }
        self.isOverX = isOverX
        bridge?.pointer(isOverX: isOverX)
    }

    func perform(_ effect: HostEffect) { bridge?.perform(effect, on: seat) }

    /// The handle is retired already.
    func end() {
        let bridge = bridge
        state = .over
        bridge?.close()
        for handle in places {
            if let place = try? HandleTable.object(of: handle, as: PlaceObject.self) { owner?.removePlace(place) }
        }
        places = []
    }

    private func reached(_ connection: XConnection) {
        guard connection.watchesSelections else { return failed("the X server has no XFixes") }
        guard let owner, let engine = owner.engine else { return }
        let bridge = X11Bridge(
            connection, loop: owner.display.eventLoop, engine: engine, seat: seat, drags: drags,
            sharesClipboard: false, tellsPlaces: options.tells_places != 0)
        state = .up(bridge)
        bridge.whenGone = { [weak self] in self?.gone() }
    }

    /// What the host's callbacks know of X clients' drags.
    private var drags: XDragHost? {
        guard let start = options.start else { return nil }
        let (data, began) = (options.data, options.began)
        return XDragHost(
            start: { [weak self] in
                guard let self, let owner else { return nil }
                var told = dray_x11_start.empty
                // One that was destroyed in there brings nothing over.
                guard owner.duringCallback({ start(data, &told) }) != 0, bridge != nil else { return nil }
                isOverX = told.is_over_x11 != 0
                return owner.checkingAnswer("start") { () throws(Mistake) in try told.start() }
            },
            began: { [weak self] drag in self?.owner?.duringCallback { began?(data, drag.rawValue) } })
    }

    private func failed(_ text: String) {
        log(DRAY_BLAME_NOBODY, text)
        // One that the host's log has destroyed calls nobody.
        if owner?.borders.contains(where: { $0 === self }) == true { gone() }
    }

    private func gone() {
        state = .over
        let (data, gone) = (options.data, options.gone)
        owner?.duringCallback { gone?(data) }
    }
}

extension dray_x11_start {
    fileprivate func start() throws(Mistake) -> XDragHost.Start {
        XDragHost.Start(
            drag: DragStart(
                device: try known(device.device(detail), "dray_device"), position: try point(x, y),
                modifiers: Modifiers(rawValue: modifiers), container: ContainerID(1 << 63)),
            isOverX: is_over_x11 != 0)
    }
}

extension Int {
    /// A coordinate on X's screen, which has 16 bits.
    fileprivate init(clamping value: Double) {
        self = value.isFinite ? Int(Swift.max(-32_768, Swift.min(value, 32_767))) : 0
    }
}
