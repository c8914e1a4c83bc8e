// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import WaylandServer
import XCB

/// One drag of Wayland content over X windows: carries out the effects of ``XdndSourceState``.
final class XdndSourceSession {
    let id: DragID
    private(set) var mappings: [TypeMapping] = []
    private(set) var isDropped = false
    private let link: X11Link
    private let owned: OwnedSelection
    private let windows: XdndWindows
    private let places: XdndPlaces?
    private unowned let engine: DragEngine
    private var machine: XdndSourceState
    private var stay: Stay?
    private var timer: TimerSource?
    private var watches: [ForeignWatch] = []
    private var time = XTime.current
    /// The number of the current search, so that the result for a window that the drag has left is ignored.
    private var search = 0

    /// The visit of the drag to one toplevel.
    private struct Stay {
        let window: XWindow
        let offering: HostPlace.Offering
        var place: (x: Int, y: Int)?
        /// Whether the target is a descendant of the toplevel, so that another one may be under the pointer after a
        /// motion.
        var isNested = false
        /// Whether the target is being searched for.
        var isSearching = false
        /// Whether the target has answered a move with another action.
        var copiesOnly = false
        var proposed = XdndAction.copy
    }

    /// The timeouts, in milliseconds.
    private enum Timeout {
        /// The same as in KWin.
        static let status: Int32 = 2000
        /// Since the last read of the target.
        static let finished: Int32 = 30_000
    }

    init(
        _ id: DragID, _ link: X11Link, _ owned: OwnedSelection, _ windows: XdndWindows, _ places: XdndPlaces?,
        _ engine: DragEngine
    ) {
        self.id = id
        self.link = link
        self.owned = owned
        self.windows = windows
        self.places = places
        self.engine = engine
        machine = XdndSourceState(source: owned.window)
        timer = link.loop.makeTimer { [weak self] in self?.handle(.timedOut) }
    }

    var target: XdndTarget? { machine.target }

    func entered(_ window: XWindow, _ offering: HostPlace.Offering) {
        // More types, for a target that has accepted none: a new visit in XDND.
        if machine.target != nil { left() }
        mappings = TypeMapping.toX(offering.types)
        stay = Stay(window: window, offering: offering)
        search += 1
    }

    func moved(_ place: (x: Int, y: Int)) {
        guard var stay, !isDropped else { return }
        let isFirst = stay.place == nil
        stay.place = place
        self.stay = stay
        if machine.target != nil { handle(.moved(XdndSourceState.Place(x: place.x, y: place.y, time: time))) }
        if isFirst || stay.isNested || machine.target == nil { look() }
    }

    func left() {
        stay = nil
        search += 1
        handle(.left)
        watches = []
    }

    func decided(_ action: DragAction?) {
        guard let action else { return }
        let proposed: XdndAction =
            switch action {
            case .move: .move
            case .copy, .ask: .copy
            }
        stay?.proposed = proposed
        handle(.proposes(proposed))
    }

    func dropped(_ action: DragAction) {
        isDropped = true
        let action: XdndAction =
            switch action {
            case .move: .move
            case .copy, .ask: .copy
            }
        handle(.dropped(action, time))
    }

    func handle(_ event: XdndSourceState.Event) {
        if case .status(let window, let status) = event, window == machine.target?.window, let action = status.action,
            stay?.proposed == .move, action != .move
        {
            stay?.copiesOnly = true
        }
        withExtendedLifetime(self) { perform(machine.handle(event)) }
        link.flushSoon()
    }

    /// The drag has ended in the engine; a target that is still entered is sent `XdndLeave`.
    func ended() {
        if !machine.isDone, !isDropped { left() }
        timer = nil
        watches = []
    }

    /// The X server has exited.
    func stop() {
        timer = nil
        watches = []
        if !isDropped { engine.answer(nil, to: id) } else if !machine.isDone { engine.finish(id, succeeded: false) }
    }

    private func look() {
        guard var stay, let place = stay.place, !stay.isSearching else { return }
        stay.isSearching = true
        self.stay = stay
        let search = search
        owned.claim { [weak self] time in
            guard let self, self.search == search else { return }
            self.time = time
            windows.find(in: stay.window, x: place.x, y: place.y) { [weak self] target in
                guard let self, self.search == search else { return }
                found(target)
            }
        }
    }

    private func found(_ target: XdndTarget?) {
        guard let stay, let place = stay.place else { return }
        self.stay?.isSearching = false
        self.stay?.isNested = target?.window != stay.window
        guard target != machine.target else { return }
        guard let target else { return handle(.left) }
        watches = Set([target.window, target.recipient]).map { window in
            link.watch(window) { [weak self] event in
                if case .destroyed = event { self?.handle(.gone(window)) }
            }
        }
        let search = search
        let enter: () -> Void = { [weak self] in self?.enter(target, place, search) }
        if let places { places.notify(target.window, then: enter) } else { enter() }
    }

    private func enter(_ target: XdndTarget, _ place: (x: Int, y: Int), _ search: Int) {
        link.connection.intern(mappings.map(\.target)) { [weak self] types in
            guard let self, self.search == search else { return }
            let types = types.compactMap(\.self)
            link.connection.change(link.atoms[.typeList], of: owned.window, to: .atoms(types))
            handle(.entered(target, types: types, XdndSourceState.Place(x: place.x, y: place.y, time: time)))
        }
        link.flushSoon()
    }

    private func perform(_ effects: [XdndSourceState.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let message, let target):
                link.connection.send(message.message(for: target.window, link.atoms), to: target.recipient)
            case .answer(let action): answer(action)
            case .end(let succeeded): engine.finish(id, succeeded: succeeded)
            case .wait(.status): timer?.arm(milliseconds: Timeout.status)
            case .wait(.finished): timer?.arm(milliseconds: Timeout.finished)
            case .wait(nil): timer?.disarm()
            }
        }
    }

    private func answer(_ action: XdndAction?) {
        guard let stay, let type = stay.offering.types.first else { return }
        guard let action else { return engine.answer(nil, to: id) }
        let able: DragActions = stay.copiesOnly ? .copy : [.copy, .move]
        engine.answer(
            HostPlace.Answer(
                type: type, actions: stay.offering.actions.intersection(able),
                preferred: action == .move && !stay.copiesOnly ? .move : .copy), to: id)
    }
}
