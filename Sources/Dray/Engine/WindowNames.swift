// SPDX-License-Identifier: MIT

import DrayAccess
import DrayCore
internal import Glibc
import WaylandServer

/// What has a name in the windows of a seat, as their applications say by AT-SPI. They are asked when somebody wants to know it;
/// what they have said is believed for a moment, since windows scroll. Where they are on the screen is asked each time.
final class WindowNames {
    private let link: EngineLink
    private let seat: SeatID
    /// By process.
    private var trees: [Int32: AccessTree] = [:]
    /// The window that had the keyboard as they were asked, by its resource.
    private var inFront: UInt64?
    /// When that was said, on the machine's clock; nil: never.
    private var time: Instant?
    private var waiting: [() -> Void] = []
    /// Applications that have not answered.
    private var open = 0

    /// So long an application may take, in milliseconds: a person has pressed a key. All that were seen take less, but for tables.
    static let patience: UInt32 = 500
    /// In microseconds.
    static let freshness: UInt64 = 1_000_000
    /// More are asked nothing: the helper goes through as many at once.
    static let applicationLimit = 12
    /// More windows of all applications are known by no names: one application may have any number.
    static let windowLimit = 32
    /// As many as a person goes through in one window.
    static let limit = 200
    /// Of those, as many as are asked whether they take content: each takes a while to say no. Buttons and menus are the first that
    /// are left out.
    static let dropLimit = 32

    init(link: EngineLink, seat: SeatID) {
        self.link = link
        self.seat = seat
    }

    /// Whether all is known that can be known.
    var isKnown: Bool {
        guard link.engine?.announcer != nil else { return true }
        guard open == 0, let time else { return false }
        return Instant.monotonic < time.advanced(byMicroseconds: Self.freshness)
    }

    /// What has a name in a window, from its upper left corner, in reading order: as the window is now, which may have been drawn
    /// after its application has answered.
    /// - Parameter forDrop: whether content is to go there: then what hardly ever takes any comes last.
    func places(in surface: WlSurface, forDrop: Bool) -> [AccessPlace] {
        guard let tree = tree(of: surface.client) else { return [] }
        let places = stops(of: tree, in: surface, inFront: inFront)
        return Array((forDrop ? places.likelyTargetsFirst : places).prefix(Self.limit))
    }

    /// Whether the application of a window had no time to say all.
    func isPartial(_ surface: WlSurface) -> Bool { tree(of: surface.client)?.isPartial ?? false }

    /// What the client's process shows; nil once that has ended, because its number may be another one's.
    private func tree(of client: Client) -> AccessTree? { client.runningProcessID.flatMap { trees[$0] } }

    /// Asks the applications of all windows.
    /// - Parameter then: called once all have answered, or have had their time; at once where there is nobody to ask.
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

    /// Asks what has a name in one window, of an application that is asked already by others: nobody is started for it.
    /// - Parameter then: told that, and where the window begins. Global.
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
