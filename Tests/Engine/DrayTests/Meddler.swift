// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import DrayServer
import Glibc
import HeadlessDesktop
import Testing
import WaylandServer

/// A host that owns an engine and calls it back from within the engine's own calls.
final class Meddler: DragHost {
    let compositor: HeadlessCompositor
    private(set) var engine: DragEngine?
    /// Called within each call, with the name of the call.
    var meddle: (Meddler, String) -> Void = { _, _ in }
    /// The names of all calls.
    private(set) var calls: Set<String> = []
    /// Whether the engine is closed and begins no more drags.
    private(set) var isClosed = false
    private var depth = 0
    private var lastDrag: DragID?
    private(set) lazy var place = makePlace()

    /// The maximum depth of nested calls.
    private static let deepest = 3
    /// The left edge of the host's own place, to the right of all windows.
    static let placeStart = 600.0

    /// The actions of the host within a call.
    enum Deed: CaseIterable, Sendable {
        case letGo, removeSeat, close, cancel, cancelByNumber, drop, begin, leave, frame, removePlace, select
    }

    init(_ compositor: HeadlessCompositor) {
        self.compositor = compositor
        renew()
    }

    /// Replaces the engine with a new one.
    func renew() {
        engine = nil
        var policy = DragPolicy.humanInterface
        policy.springLoading = .after(1000)
        let made = DragEngine(
            display: compositor.display, policy: policy, globals: [.primarySelection, .dataControl, .toplevelDrag])
        made.host = self
        made.observer = { [weak self] _, _, _ in self?.called("observer") }
        made.transferFilter = { [weak self] _, _, descriptor in
            self?.called("transferFilter")
            return descriptor
        }
        made.transferObserver = { [weak self] _ in self?.called("transferObserver") }
        engine = made
        isClosed = false
        place = makePlace()
    }

    /// - Returns: the client's end of a new connection.
    func connect() throws -> Int32 {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        try compositor.display.addClient(owning: ends[0])
        return ends[1]
    }

    var seat: SeatID { SeatID(compositor.seats[0]) }
    /// The drags of the seat, or nil without an engine.
    var drags: DragSeat? { engine?.seat(seat) }

    func perform(_ deed: Deed) {
        switch deed {
        case .letGo: engine = nil
        case .removeSeat: engine?.removeSeat(seat)
        case .close:
            isClosed = true
            engine?.close()
        case .cancel: drags?.cancel(.host)
        case .cancelByNumber: if let lastDrag { engine?.cancel(lastDrag, .host) }
        case .drop: drags?.drop()
        case .begin: beginOwn()
        case .leave: drags?.pointerMoved(to: Point(x: 5, y: 590), at: now)
        case .frame: engine?.frame(at: now)
        case .removePlace: engine?.remove(place)
        case .select:
            let content = HostSelection(
                types: ["text/plain"], send: { _, _, _ in }, cancelled: { [weak self] in self?.called("cancelled") })
            engine?.setSelection(content, on: seat)
        }
    }

    func beginOwn(by device: DragDevice = .pointer(button: InputEvent.Button.left)) {
        let content = HostContent(
            types: ["text/plain"], send: { [weak self] _, _ in self?.called("send") },
            ended: { [weak self] _ in self?.called("ended of its own") })
        let start = DragStart(
            device: device, position: Point(x: 5, y: 590), modifiers: [], container: ContainerID(1 << 63))
        lastDrag = drags?.begin(content, start) ?? lastDrag
    }

    private func called(_ name: String) {
        calls.insert(name)
        guard depth < Self.deepest else { return }
        depth += 1
        meddle(self, name)
        depth -= 1
    }

    private func makePlace() -> HostPlace {
        let place = HostPlace(
            HostPlace.Handlers(
                entered: { [weak self] _, offering in
                    self?.called("entered")
                    return offering.types.first.map { HostPlace.Answer(type: $0, actions: .copy) }
                },
                moved: { [weak self] _, _ in self?.called("moved") }, left: { [weak self] _ in self?.called("left") },
                dropped: { [weak self] drag, _ in
                    self?.called("dropped")
                    self?.engine?.finish(drag, succeeded: true)
                },
                sprung: { [weak self] _ in self?.called("sprung") },
                decided: { [weak self] _, _ in self?.called("decided") }))
        place.bounds = { [weak self] in
            self?.called("bounds of the place")
            return Rectangle(x: Self.placeStart, y: 0, width: 200, height: 600)
        }
        return place
    }

    // MARK: Queries

    func seat(of object: WlSeat) -> SeatID? {
        called("seat")
        return seat
    }

    func mayTakeSelection(on seat: SeatID, client: Client, serial: UInt32) -> Bool {
        called("mayTakeSelection")
        return true
    }

    func dragRequested(_ request: RequestedDrag) {
        called("dragRequested")
        let start = DragStart(
            device: .pointer(button: InputEvent.Button.left), position: compositor.seats[0].pointer.position,
            modifiers: [], container: ContainerID(request.origin.resource.id))
        lastDrag = request.begin(start)
    }

    func mayBePreview(_ surface: WlSurface) -> Bool {
        called("mayBePreview")
        return true
    }

    func picture(of preview: WlSurface) -> DragImage? {
        called("picture")
        return nil
    }

    func confirmation(of drag: DragID, on seat: SeatID) -> DropConfirmation {
        called("confirmation")
        return .notNeeded
    }

    func pick(at position: Point, on seat: SeatID) -> Pick? {
        called("pick")
        if position.x >= Self.placeStart { return Pick(.host(place), container: ContainerID(1 << 62), local: position) }
        return compositor.surface(at: position).map {
            Pick(
                surface: $0.surface.object, container: ContainerID($0.surface.object.resource.id), local: $0.position)
        }
    }

    func bounds(of surface: WlSurface, on seat: SeatID) -> SurfaceBounds? {
        called("bounds")
        let window = compositor.windows.first { compositor.surface(at: $0.position)?.surface.object == surface }
        let origin = window?.position ?? .zero
        return SurfaceBounds(
            origin: origin, window: Rectangle(x: origin.x, y: origin.y, width: 200, height: 100),
            output: Rectangle(x: 0, y: 0, width: 800, height: 600), isVisible: true)
    }

    func isBehind(_ surface: WlSurface, on seat: SeatID) -> Bool {
        called("isBehind")
        return true
    }

    func windows(on seat: SeatID) -> [WlSurface] {
        called("windows")
        return compositor.windows.compactMap { compositor.surface(at: $0.position)?.surface.object }
    }

    func name(of surface: WlSurface) -> String? {
        called("name")
        return nil
    }

    func isLocked(_ seat: SeatID) -> Bool {
        called("isLocked")
        return false
    }

    func scale(at position: Point, on seat: SeatID) -> Double {
        called("scale")
        return 1
    }

    var now: Instant { compositor.clock.now }

    func frameDue(at time: Instant?) -> Bool {
        called("frameDue")
        return true
    }

    func mayControlSelections(_ client: Client) -> Bool {
        called("mayControlSelections")
        return true
    }

    func confinement(of client: Client) -> Confinement {
        called("confinement")
        return .unknown
    }

    // MARK: Notifications

    func perform(_ effect: HostEffect, on seat: SeatID) {
        let name = Mirror(reflecting: effect).children.first?.label ?? "\(effect)"
        called(name)
        if case .playPointer(.moved(let point)) = effect { drags?.pointerMoved(to: point, at: now) }
    }

    func selectionChanged(to types: [MimeType]?, on seat: SeatID) { called("selectionChanged") }
    func desktopChanged(to settings: DesktopSettings) { called("desktopChanged") }
    func clientErred(_ client: Client, _ text: String) { called("clientErred") }
    func hostErred(_ mistake: HostMistake, for client: Client) { called("hostErred") }
}
