// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayServer
import WaylandServer
import WaylandUtil
import XCB

/// One drag of an X client: carries out the effects of ``XdndTargetState``.
final class XdndTargetSession {
    private let link: X11Link
    private unowned let engine: DragEngine
    private let seat: SeatID
    private let owner: XWindow
    private let start: DragStart
    private let onEvent: (XdndTargetSession, Event) -> Void
    private var machine: XdndTargetState
    /// The time for content requests: that of the selection, then of the last position, then of the drop. Some sources
    /// accept no other (Qt).
    private var time: XTime
    private var id: DragID?
    private var mappings: [TypeMapping] = []
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
        /// No further messages are expected, whether or not the engine has the drag.
        case abandoned
    }

    /// The timeout for a message after the button was released, in milliseconds.
    private static let timeout: Int32 = 2000
    /// The timeout after a leave when no X window is under the pointer, in milliseconds: the drag may have crossed one
    /// quickly.
    private static let absenceTimeout: Int32 = 250

    init(
        _ link: X11Link, _ engine: DragEngine, on seat: SeatID, target: XWindow, from owner: XWindow, at time: XTime,
        _ start: DragStart, onEvent: @escaping (XdndTargetSession, Event) -> Void
    ) {
        self.link = link
        self.engine = engine
        self.seat = seat
        self.owner = owner
        self.time = time
        self.start = start
        self.onEvent = onEvent
        machine = XdndTargetState(target: target)
        timer = link.loop.makeTimer { [weak self] in self?.timedOut() }
        absence = link.loop.makeTimer { [weak self] in self?.handle(.timedOut) }
    }

    func handle(_ event: XdndTargetState.Event) {
        if case .message(.position(let source, _, _, let time, _)) = event, source == machine.source, time != .current {
            self.time = time
        }
        withExtendedLifetime(self) { perform(machine.handle(event)) }
        link.flushSoon()
    }

    /// The button was released.
    func expectDrop() { timer?.arm(milliseconds: Self.timeout) }

    /// Whether the source has left, while its content is still the engine's.
    var isAway: Bool { machine.isAway }

    /// The source has left, and is not over an X window: it is abandoned unless it returns.
    func expectReturn() { absence?.arm(milliseconds: Self.absenceTimeout) }

    /// The source has returned, or is over another X window.
    func mayStayAway() { absence?.disarm() }

    /// The X server has exited.
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

    private func perform(_ effects: [XdndTargetState.Effect]) {
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
                // Types that cannot be offered to any Wayland client are ignored.
                self?.handle(.types(TypeMapping.toWayland(names).isEmpty ? [] : names))
            }
        }
        guard hasMore else { return name(types) }
        link.connection.property(link.atoms[.typeList], of: source, length: TypeMapping.typeLimit * 4) {
            name($0?.atoms ?? types)
        }
    }

    private func begin(_ types: [String], _ action: XdndAction) {
        mappings = TypeMapping.toWayland(types)
        let actions: DragActions =
            switch action {
            case .copy, .link, .privately: .copy
            case .move: [.copy, .move]
            case .ask: [.copy, .move, .ask]
            }
        var content = HostContent(
            types: mappings.map(\.type), actions: actions,
            send: { [weak self] in self?.send($0, $1) }, ended: { [weak self] in self?.ended($0) })
        content.application = ForeignApplication(link.connection.client(of: owner))
        content.told = { [weak self] in self?.received($0) }
        guard let id = engine.seat(seat).begin(content, start) else { return handle(.ended) }
        self.id = id
        onEvent(self, .began(id))
    }

    /// The source has returned, and may offer further types.
    private func offer(_ types: [String]) {
        let more = TypeMapping.toWayland(types).filter { mapping in !mappings.contains { $0.type == mapping.type } }
        guard let id, !more.isEmpty else { return }
        mappings += more
        engine.offer(more.map(\.type), of: id)
    }

    private func received(_ effect: SourceEffect) {
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
        // The drop of another drag must not be performed.
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
        guard let mapping = mappings.first(where: { $0.type == type }), makeRoom() else { return }
        link.connection.intern(mapping.target) { [weak self] target in
            guard let self, let target else { return }
            transfers.append(
                IncomingTransfer(
                    link, link.atoms[.selection], to: target, mapping.conversion,
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
