// SPDX-License-Identifier: MIT

internal import CDray
internal import Dray
internal import DrayCore
internal import DrayX11
internal import WaylandServer
internal import XCB

/// The object behind a `struct dray_x11 *`.
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
        /// Connecting; followed by `up` or `over`.
        case dialling(X11Dialling)
        /// Connected; followed by `over`.
        case up(X11Bridge)
        case over
    }

    /// Creates an object. `display` of the options is not stored, since its pointer is valid during the call only.
    init(_ options: dray_x11_options, handle: OpaquePointer, owner: EngineObject, seat: SeatID) {
        var options = options
        options.display = nil
        self.options = options
        self.handle = handle
        self.owner = owner
        self.seat = seat
    }

    /// The bridge; nil before the connection is established and after it is lost.
    var bridge: X11Bridge? {
        if case .up(let bridge) = state { bridge } else { nil }
    }

    func log(_ blame: dray_blame, _ text: String) {
        if let owner { owner.log(blame, text) } else { writeLog(blame, text) }
    }

    /// Begins to connect to the server.
    /// - Returns: Whether there were enough descriptors and threads.
    func dial(_ display: String) -> Bool {
        guard let loop = owner?.display.eventLoop else { return false }
        let dialling = X11Dialling(display: display, loop: loop) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let connection): reached(connection)
            case .failure(let error): failed("cannot connect to the X server \(display): \(error)")
            }
        }
        guard let dialling else { return false }
        state = .dialling(dialling)
        return true
    }

    /// Creates a place for an X11 window; nil without a connection.
    func place(of window: UInt32) throws(Mistake) -> OpaquePointer? {
        guard let bridge, let owner else { return nil }
        let place = bridge.place(of: window == 0 ? bridge.root : XWindow(rawValue: window)) {
            (Int(clamping: $0.x), Int(clamping: $0.y))
        }
        let handle = try owner.addPlace { PlaceObject(place, handle: $0, owner: owner) }
        // Remove the places that the host has destroyed.
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

    /// Closes the bridge and removes its places. The handle is already retired.
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
        guard connection.watchesSelections else { return failed("the X server does not support XFixes") }
        guard let owner, let engine = owner.engine else { return }
        let bridge = X11Bridge(
            connection, loop: owner.display.eventLoop, engine: engine, seat: seat, drags: drags,
            sharesClipboard: false, tellsPlaces: options.tells_places != 0)
        state = .up(bridge)
        bridge.whenGone = { [weak self] in self?.gone() }
    }

    /// The callbacks for X clients' drags; nil if the host has none.
    private var drags: XDragHost? {
        guard let start = options.start else { return nil }
        let (data, began) = (options.data, options.began)
        return XDragHost(
            start: { [weak self] in
                guard let self, let owner else { return nil }
                var answer = dray_x11_start.empty
                // The host may have destroyed this object in the callback.
                guard owner.duringCallback({ start(data, &answer) }) != 0, bridge != nil else { return nil }
                isOverX = answer.is_over_x11 != 0
                return owner.checkingAnswer("start") { () throws(Mistake) in try answer.start() }
            },
            began: { [weak self] drag in self?.owner?.duringCallback { began?(data, drag.rawValue) } })
    }

    private func failed(_ text: String) {
        log(DRAY_BLAME_NOBODY, text)  // english: quoted
        // The host's log may have destroyed this object, which then makes no more callbacks.
        if owner?.bridges.contains(where: { $0 === self }) == true { gone() }
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
    /// Creates an X11 coordinate, which has 16 bits.
    fileprivate init(clamping value: Double) {
        self = value.isFinite ? Int(Swift.max(-32_768, Swift.min(value, 32_767))) : 0
    }
}
