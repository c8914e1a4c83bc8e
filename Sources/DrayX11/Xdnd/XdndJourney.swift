// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayServer
import WaylandServer
import WaylandUtil
import XCB

/// One drag of an X client's: the interpreter of ``XdndTaking``.
final class XdndJourney {
    private let link: X11Link
    private unowned let engine: DragEngine
    private let seat: SeatID
    private let owner: XWindow
    private let start: DragStart
    private let onEvent: (XdndJourney, Event) -> Void
    private var machine: XdndTaking
    /// Since when the content is the source's; of its last position, then of its drop. Content is asked for by it, and there are
    /// sources that answer to no other (Qt).
    private var time: XTime
    private var id: DragID?
    private var carriages: [Carriage] = []
    private var isTaken = false
    private var action: DragAction?
    private var timer: TimerSource?
    private var absence: TimerSource?
    private var watch: ForeignWatch?
    private var transfers: [IncomingTransfer] = []

    enum Event {
        case began(DragID)
        case dropped
        case ended
        /// Nothing more is heard of it, whether or not the engine knew it.
        case abandoned
    }

    /// For a source that says nothing after the button went up. In milliseconds.
    private static let patience: Int32 = 2000
    /// For one that has left where there is no window of X's to go to: it may have crossed one, quickly. In milliseconds.
    private static let absencePatience: Int32 = 250

    init(
        _ link: X11Link, _ engine: DragEngine, on seat: SeatID, target: XWindow, from owner: XWindow, at time: XTime,
        _ start: DragStart, onEvent: @escaping (XdndJourney, Event) -> Void
    ) {
        self.link = link
        self.engine = engine
        self.seat = seat
        self.owner = owner
        self.time = time
        self.start = start
        self.onEvent = onEvent
        machine = XdndTaking(target: target)
        timer = link.loop.makeTimer { [weak self] in self?.timedOut() }
        absence = link.loop.makeTimer { [weak self] in self?.handle(.timedOut) }
    }

    func handle(_ event: XdndTaking.Event) {
        if case .message(.position(let source, _, _, let time, _)) = event, source == machine.source, time != .current {
            self.time = time
        }
        withExtendedLifetime(self) { perform(machine.handle(event)) }
        link.flushSoon()
    }

    /// The button is up.
    func expectDrop() { timer?.arm(milliseconds: Self.patience) }

    /// Whether the source has left, and its content is still the engine's.
    var isAway: Bool { machine.isAway }

    /// The source has left, and has nowhere to go: it is given up unless it comes back.
    func expectReturn() { absence?.arm(milliseconds: Self.absencePatience) }

    /// It has come back, or is with its own kind.
    func mayStayAway() { absence?.disarm() }

    /// The server has gone.
    func stop() {
        for transfer in transfers { transfer.stop() }
        handle(.givenUp)
    }

    private func timedOut() {
        withExtendedLifetime(self) {
            handle(.timedOut)
            onEvent(self, .abandoned)
        }
    }

    private func perform(_ effects: [XdndTaking.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let message, let source):
                link.connection.send(message.message(for: source, link.atoms), to: source)
            case .learn(let source, let types, let hasMore): learn(source, types, hasMore)
            case .begin(let types, let action): begin(types, action)
            case .offer(let types): offer(types)
            case .drop(let time): drop(at: time)
            case .gone: if let id { engine.contentGone(of: id) }
            }
        }
    }

    private func learn(_ source: XWindow, _ types: [XAtom], _ hasMore: Bool) {
        watch = link.watch(source) { [weak self] event in
            if case .destroyed = event { self?.handle(.givenUp) }
        }
        let name: ([XAtom]) -> Void = { [weak self] types in
            self?.link.connection.names(of: types) { [weak self] names in
                let names = names.compactMap(\.self)
                // What no Wayland client could be offered is nothing to them.
                self?.handle(.types(Carriage.toWayland(names).isEmpty ? [] : names))
            }
        }
        guard hasMore else { return name(types) }
        link.connection.property(link.atoms[.typeList], of: source, length: Carriage.mostTypes * 4) {
            name($0?.atoms ?? types)
        }
    }

    private func begin(_ types: [String], _ action: XdndAction) {
        carriages = Carriage.toWayland(types)
        let actions: DragActions =
            switch action {
            case .copy, .link, .privately: .copy
            case .move: [.copy, .move]
            case .ask: [.copy, .move, .ask]
            }
        var content = HostContent(
            types: carriages.map(\.type), actions: actions,
            send: { [weak self] in self?.send($0, $1) }, ended: { [weak self] in self?.ended($0) })
        content.application = ForeignApplication(link.connection.client(of: owner))
        content.told = { [weak self] in self?.told($0) }
        guard let id = engine.seat(seat).begin(content, start) else { return handle(.ended) }
        self.id = id
        onEvent(self, .began(id))
    }

    /// The source has come back, and may offer more.
    private func offer(_ types: [String]) {
        let more = Carriage.toWayland(types).filter { carriage in !carriages.contains { $0.type == carriage.type } }
        guard let id, !more.isEmpty else { return }
        carriages += more
        engine.offer(more.map(\.type), of: id)
    }

    private func told(_ effect: SourceEffect) {
        switch effect {
        case .target(let type): isTaken = type != nil
        case .action(let action): self.action = action
        case .dropPerformed, .finished, .cancelled: return
        }
        handle(.decided(isTaken ? action.map(XdndAction.init) : nil))
    }

    private func drop(at time: XTime) {
        self.time = time
        timer?.disarm()
        absence?.disarm()
        onEvent(self, .dropped)
        let drags = engine.seat(seat)
        // Another drag's drop is nobody's to give.
        guard drags.dragID == id else { return handle(.ended) }
        drags.drop()
    }

    private func ended(_ outcome: DragOutcome) {
        if case .finished(let action) = outcome {
            handle(.finished(succeeded: true, XdndAction(action)))
        } else {
            handle(.ended)
        }
        timer = nil
        absence = nil
        watch = nil
        onEvent(self, .ended)
    }

    private func makeRoom() -> Bool { IncomingTransfer.makeRoom(in: transfers) }

    private func send(_ type: MimeType, _ pipe: ReceivedDescriptor) {
        guard let carriage = carriages.first(where: { $0.type == type }), makeRoom() else { return }
        link.connection.intern(carriage.target) { [weak self] target in
            guard let self, let target else { return }
            transfers.append(
                IncomingTransfer(
                    link, link.atoms[.selection], to: target, carriage.conversion,
                    at: { [weak self] in self?.time ?? .current }, into: pipe
                ) { [weak self] transfer, _ in self?.transfers.removeAll { $0 === transfer } })
        }
        link.flushSoon()
    }
}

extension XdndAction {
    fileprivate init(_ action: DragAction) {
        switch action {
        case .copy: self = .copy
        case .move: self = .move
        case .ask: self = .ask
        }
    }
}
