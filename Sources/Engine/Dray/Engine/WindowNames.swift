// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
internal import Glibc
import WaylandServer

/// The named objects in the windows of a seat, as listed by their applications through AT-SPI. They are requested on
/// demand and cached for a short time, since windows scroll. Window positions are determined anew each time.
final class WindowNames {
    private let link: EngineLink
    private let seat: SeatID
    /// The accessibility trees by process ID.
    private var trees: [Int32: AccessTree] = [:]
    /// The resource ID of the window that was focused when the trees were requested.
    private var inFront: UInt64?
    /// The monotonic time of the last answers; nil before the first.
    private var time: Instant?
    private var waiting: [() -> Void] = []
    /// The number of applications that have yet to answer.
    private var open = 0

    /// The timeout for an application in milliseconds: the user is waiting after a key press. All measured applications
    /// need less, except those with large tables.
    static let patience: UInt32 = 500
    /// The validity of the cache in microseconds.
    static let freshness: UInt64 = 1_000_000
    /// The maximum number of applications asked, which is the helper's limit of concurrent requests.
    static let applicationLimit = 12
    /// The maximum number of windows with named objects, since one application may have any number of windows.
    static let windowLimit = 32
    /// The maximum number of stops in one window.
    static let limit = 200
    /// The maximum number of objects in one window that are tried as drop targets, since each rejection takes time.
    /// Buttons and menus are left out first.
    static let dropLimit = 32

    init(link: EngineLink, seat: SeatID) {
        self.link = link
        self.seat = seat
    }

    /// Whether the cache is complete and valid.
    var isKnown: Bool {
        guard link.engine?.announcer != nil else { return true }
        guard open == 0, let time else { return false }
        return Instant.monotonic < time.advanced(byMicroseconds: Self.freshness)
    }

    /// Returns the named objects in a window, relative to its top-left corner, in reading order. Uses the current
    /// bounds of the window, which may be known only after its application has answered.
    /// - Parameter forDrop: Whether to place objects that rarely accept content last.
    func places(in surface: WlSurface, forDrop: Bool) -> [AccessPlace] {
        guard let tree = tree(of: surface.client) else { return [] }
        let places = stops(of: tree, in: surface, inFront: inFront)
        return Array((forDrop ? places.likelyTargetsFirst : places).prefix(Self.limit))
    }

    /// Returns whether the application of a window ran out of time before listing all objects.
    func isPartial(_ surface: WlSurface) -> Bool { tree(of: surface.client)?.isPartial ?? false }

    /// Returns the tree of a client's process, or nil once the process has exited, since its ID may be reused.
    private func tree(of client: Client) -> AccessTree? { client.runningProcessID.flatMap { trees[$0] } }

    /// Requests the objects of all windows' applications.
    /// - Parameter then: Called once all have answered or timed out; called synchronously if there are none.
    func ask(then: @escaping () -> Void = {}) {
        guard let host = link.host, let engine = link.engine, engine.announcer != nil else { return then() }
        waiting.append(then)
        guard open == 0 else { return }
        let windows = host.windows(on: seat).filter(\.resource.isAlive).prefix(Self.windowLimit)
        let own = getpid()
        var processes: [Int32] = []
        for process in windows.compactMap(\.client.runningProcessID)
        where process > 1 && process != own && !processes.contains(process) {
            processes.append(process)
        }
        let asked = processes.prefix(Self.applicationLimit)
        inFront = windows.first?.resource.id
        open = asked.count
        var found: [Int32: AccessTree] = [:]
        guard !asked.isEmpty else { return answered(found) }
        for process in asked {
            engine.listObjects(of: process, milliseconds: Self.patience) { [weak self] tree in
                guard let self else { return }
                found[process] = tree
                open -= 1
                if open == 0 { answered(found) }
            }
        }
    }

    /// Requests the named objects in one window, from an application that assistive technology already queries. The
    /// helper is not started for this.
    /// - Parameter then: Called with the objects and the window's origin. Global.
    func look(in surface: WlSurface, milliseconds: UInt32, then: @escaping ([AccessPlace], Point) -> Void) {
        guard let engine = link.engine, let process = surface.client.runningProcessID else { return }
        let id = engine.watch(surface)
        engine.announcer?.list(process: process, milliseconds: milliseconds, .peek) { [weak self] tree in
            guard let self, let surface = link.surfaces[id], surface.client.runningProcessID == process,
                let bounds = link.host?.bounds(of: surface, on: seat)
            else { return }
            then(Array(stops(of: tree, in: surface, inFront: nil).prefix(Self.limit)), bounds.window.origin)
        }
    }

    private func answered(_ found: [Int32: AccessTree]) {
        trees = found
        time = .monotonic
        let waiting = waiting
        self.waiting = []
        for then in waiting { then() }
    }

    private func stops(of tree: AccessTree, in surface: WlSurface, inFront: UInt64?) -> [AccessPlace] {
        guard let host = link.host, let bounds = host.bounds(of: surface, on: seat) else { return [] }
        let geometry = Rectangle(origin: bounds.window.origin - bounds.origin, size: bounds.window.size)
        let window = AccessWindow(
            title: host.name(of: surface) ?? "", surface: nil, geometry: geometry,
            isActive: surface.resource.id == inFront)
        return tree.stops(in: window)
    }
}
