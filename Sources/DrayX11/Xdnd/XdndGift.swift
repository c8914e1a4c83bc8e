// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import WaylandServer
import XCB

/// One drag of Wayland content over X windows: the interpreter of ``XdndGiving``.
final class XdndGift {
    let id: DragID
    private(set) var carriages: [Carriage] = []
    private(set) var isDropped = false
    private let link: X11Link
    private let owned: OwnedSelection
    private let windows: XdndWindows
    private let places: XdndPlaces?
    private unowned let engine: DragEngine
    private var machine: XdndGiving
    private var stay: Stay?
    private var timer: TimerSource?
    private var watches: [ForeignWatch] = []
    private var time = XTime.current
    /// Names what is looked for, so that an answer for a window that was left meanwhile is dropped.
    private var search = 0

    /// The content is over one toplevel.
    private struct Stay {
        let window: XWindow
        let offering: HostPlace.Offering
        var place: (x: Int, y: Int)?
        /// Not the toplevel itself, but something in it: another one may take it elsewhere.
        var isNested = false
        /// Whether the target is being looked for.
        var isSearching = false
        /// The target says copy to a move.
        var copiesOnly = false
        var proposed = XdndAction.copy
    }

    /// In milliseconds.
    private enum Patience {
        /// As KWin waits.
        static let status: Int32 = 2000
        /// Without a single read; a target that reads much reads often.
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
        machine = XdndGiving(source: owned.window)
        timer = link.loop.makeTimer { [weak self] in self?.handle(.timedOut) }
    }

    var target: XdndTarget? { machine.target }

    func entered(_ window: XWindow, _ offering: HostPlace.Offering) {
        // More types than before, for a target that has taken none: to XDND that is another visit.
        if machine.target != nil { left() }
        carriages = Carriage.toX(offering.types)
        stay = Stay(window: window, offering: offering)
        search += 1
    }

    func moved(_ place: (x: Int, y: Int)) {
        guard var stay, !isDropped else { return }
        let isFirst = stay.place == nil
        stay.place = place
        self.stay = stay
        if machine.target != nil { handle(.moved(XdndGiving.Place(x: place.x, y: place.y, time: time))) }
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

    func handle(_ event: XdndGiving.Event) {
        if case .status(let window, let status) = event, window == machine.target?.window, let action = status.action,
            stay?.proposed == .move, action != .move
        {
            stay?.copiesOnly = true
        }
        withExtendedLifetime(self) { perform(machine.handle(event)) }
        link.flushSoon()
    }

    /// The engine has let go of it; a target that still holds it hears so.
    func ended() {
        if !machine.isDone, !isDropped { left() }
        timer = nil
        watches = []
    }

    /// The server has gone.
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
        guard let target else {
            handle(.left)
            engine.answer(nil, to: id)
            return
        }
        watches = Set([target.window, target.recipient]).map { window in
            link.watch(window) { [weak self] event in
                if case .destroyed = event { self?.handle(.gone(window)) }
            }
        }
        let search = search
        let enter: () -> Void = { [weak self] in self?.enter(target, place, search) }
        if let places { places.tell(target.window, then: enter) } else { enter() }
    }

    private func enter(_ target: XdndTarget, _ place: (x: Int, y: Int), _ search: Int) {
        link.connection.intern(carriages.map(\.target)) { [weak self] types in
            guard let self, self.search == search else { return }
            let types = types.compactMap(\.self)
            link.connection.change(link.atoms[.typeList], of: owned.window, to: .atoms(types))
            handle(.entered(target, types: types, XdndGiving.Place(x: place.x, y: place.y, time: time)))
        }
        link.flushSoon()
    }

    private func perform(_ effects: [XdndGiving.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let message, let target):
                link.connection.send(message.message(for: target.window, link.atoms), to: target.recipient)
            case .answer(let action): answer(action)
            case .end(let succeeded): engine.finish(id, succeeded: succeeded)
            case .wait(.status): timer?.arm(milliseconds: Patience.status)
            case .wait(.finished): timer?.arm(milliseconds: Patience.finished)
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
