// SPDX-License-Identifier: MIT

public import XCB

/// A drag of Wayland content over X windows, as their XDND source.
///
/// One position is in flight at a time: the next waits for the status of the one before, and only the newest is kept. A drop waits
/// as well, so that what happens is what the target has agreed to.
///
/// | state | entered | moved, proposes | status | left | dropped | finished | target gone | timer |
/// |---|---|---|---|---|---|---|---|---|
/// | away | Enter, Position: `over` | – | – | – | failure: `done` | – | – | – |
/// | over | Leave; as away | Position, or kept | answer; the kept Position | Leave: `away` | nothing in flight: Drop, `dropped`; else `releasing` | – | no: `away` | no, still `over` |
/// | releasing | – | – | yes: Drop, `dropped`; no: Leave, failure: `done` | – | – | – | failure: `done` | Leave, failure: `done` |
/// | dropped | – | – | – | – | – | outcome: `done` | failure: `done` | all that was read came whole: success, else failure: `done` |
public struct XdndGiving: Equatable, Sendable {
    public enum Event: Equatable, Sendable {
        /// The content is over another X window that takes drops; at this place.
        case entered(XdndTarget, types: [XAtom], Place)
        case moved(Place)
        /// What would become of it changed: a modifier, or the target's own answer.
        case proposes(XdndAction)
        case left
        /// It is dropped, and this is to become of it.
        case dropped(XdndAction, XTime)
        /// From this window, which may be any client's word.
        case status(XWindow, XdndMessage.Status)
        case finished(XWindow, succeeded: Bool)
        /// The window is destroyed, or its client.
        case gone(XWindow)
        /// The content is asked about or read: the target is busy.
        case read
        /// A read of the content begins.
        case transferBegan
        /// A read of the content is over, and whether the target has taken all of it.
        case transferEnded(succeeded: Bool)
        case timedOut
    }

    public enum Effect: Equatable, Sendable {
        case send(XdndMessage, to: XdndTarget)
        /// What the target says of it; nil: it does not take it.
        case answer(XdndAction?)
        /// The drop is over.
        case end(succeeded: Bool)
        /// `timedOut` is to come after this, in place of any before; nil: not at all.
        case wait(Wait?)
    }

    public enum Wait: Equatable, Sendable {
        /// For a status: a window that hangs does not take anything.
        case status
        /// For `XdndFinished`, from when it was read last.
        case finished
    }

    /// Where the pointer is, in pixels of the X root, and when.
    public struct Place: Equatable, Sendable {
        public var x: Int
        public var y: Int
        public var time: XTime

        public init(x: Int, y: Int, time: XTime) {
            self.x = x
            self.y = y
            self.time = time
        }
    }

    private enum State: Equatable, Sendable {
        case away
        case over(Over)
        case releasing(Over, XTime)
        case dropped(XdndTarget, Reads)
        case done
    }

    /// The reads of the content since the drop.
    private struct Reads: Equatable, Sendable {
        var open = 0
        var whole = 0
        var broken = 0

        /// Whether the target has the content, although it has not said so.
        var isComplete: Bool { open == 0 && broken == 0 && whole > 0 }

        mutating func ended(succeeded: Bool) {
            // One that began before the drop tells nothing about it.
            guard open > 0 else { return }
            open -= 1
            if succeeded { whole += 1 } else { broken += 1 }
        }
    }

    private struct Over: Equatable, Sendable {
        let target: XdndTarget
        var place: Place
        var action: XdndAction
        /// What the position that was sent last has proposed.
        var sent: XdndAction
        var isInFlight = true
        /// Whether there is something that the target has not been told.
        var isStale = false
        var answer: XdndAction?
        var rest: XRectangle?
    }

    private let source: XWindow
    private var state = State.away
    /// What was proposed last, for a window that is entered next.
    private var action = XdndAction.copy

    /// - Parameter source: a window of ours, which targets answer to.
    public init(source: XWindow) {
        self.source = source
    }

    /// What it is over, or was dropped on.
    public var target: XdndTarget? {
        switch state {
        case .over(let over), .releasing(let over, _): over.target
        case .dropped(let target, _): target
        case .away, .done: nil
        }
    }

    /// Whether nothing will come of it any more.
    public var isDone: Bool { state == .done }

    public mutating func handle(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.done, _): return []
        case (.away, .entered(let target, let types, let place)): return enter(target, types, place)
        case (.over(let over), .entered(let target, let types, let place)):
            return [.send(.leave(source: source), to: over.target)] + enter(target, types, place)
        case (.over(var over), .moved(let place)):
            over.place = place
            let isSame = over.rest.map { $0.contains(place) } ?? false
            return tell(over, isNew: !isSame)
        case (_, .proposes(let action)):
            self.action = action
            guard case .over(var over) = state else { return [] }
            over.action = action
            return tell(over, isNew: over.sent != action)
        case (.over(let over), .status(let window, let status)) where window == over.target.window:
            return answered(over, status)
        case (.releasing(let over, let time), .status(let window, let status)) where window == over.target.window:
            return answered(over, status, time)
        case (.over(let over), .left):
            state = .away
            return [.send(.leave(source: source), to: over.target), .wait(nil)]
        case (.away, .dropped): return finish([], succeeded: false)
        case (.over(var over), .dropped(let action, let time)):
            // What it was told last is what it agrees to.
            over.isStale = over.isStale || over.sent != action
            over.action = action
            return release(over, time)
        case (.dropped(let target, _), .finished(let window, let succeeded)) where window == target.window:
            return finish([], succeeded: succeeded)
        case (.dropped, .read): return [.wait(.finished)]
        case (.dropped(let target, var reads), .transferBegan):
            reads.open += 1
            state = .dropped(target, reads)
            return []
        case (.dropped(let target, var reads), .transferEnded(let succeeded)):
            reads.ended(succeeded: succeeded)
            state = .dropped(target, reads)
            return [.wait(.finished)]
        case (.over(let over), .gone(let window)) where over.target.includes(window):
            state = .away
            return [.answer(nil), .wait(nil)]
        case (.releasing(let over, _), .gone(let window)) where over.target.includes(window):
            return finish([], succeeded: false)
        case (.dropped(let target, _), .gone(let window)) where target.includes(window):
            return finish([], succeeded: false)
        case (.over(var over), .timedOut):
            // It stays so until it answers after all.
            over.answer = nil
            over.rest = nil
            state = .over(over)
            return [.answer(nil)]
        case (.releasing(let over, _), .timedOut):
            return finish([.send(.leave(source: source), to: over.target)], succeeded: false)
        case (.dropped(_, let reads), .timedOut):
            // A target that sends `XdndFinished` to another window, or none at all, has the content all the same.
            return finish([], succeeded: reads.isComplete)
        case (.away, _), (.over, _), (.releasing, _), (.dropped, _):
            return []  // Late, out of turn, or another window's.
        }
    }

    private mutating func enter(_ target: XdndTarget, _ types: [XAtom], _ place: Place) -> [Effect] {
        let over = Over(target: target, place: place, action: action, sent: action)
        state = .over(over)
        return [
            .send(
                .enter(
                    source: source, version: target.version, types: Array(types.prefix(3)), hasMore: types.count > 3),
                to: target), .answer(nil), position(over), .wait(.status),
        ]
    }

    /// Tells where it is, unless a position is in flight.
    private mutating func tell(_ over: Over, isNew: Bool) -> [Effect] {
        var over = over
        guard isNew else {
            state = .over(over)
            return []
        }
        guard !over.isInFlight else {
            over.isStale = true
            state = .over(over)
            return []
        }
        return send(&over) { .over($0) }
    }

    private mutating func send(_ over: inout Over, _ next: (Over) -> State) -> [Effect] {
        over.isInFlight = true
        over.isStale = false
        over.sent = over.action
        state = next(over)
        return [position(over), .wait(.status)]
    }

    private func position(_ over: Over) -> Effect {
        .send(
            .position(source: source, x: over.place.x, y: over.place.y, over.place.time, over.action), to: over.target)
    }

    private mutating func answered(_ over: Over, _ status: XdndMessage.Status) -> [Effect] {
        var over = over
        over.isInFlight = false
        over.answer = status.action
        over.rest = status.rest
        guard over.isStale else {
            state = .over(over)
            return [.answer(status.action), .wait(nil)]
        }
        return [.answer(status.action)] + send(&over) { .over($0) }
    }

    private mutating func answered(_ over: Over, _ status: XdndMessage.Status, _ time: XTime) -> [Effect] {
        guard over.isInFlight else { return [] }
        var over = over
        over.isInFlight = false
        over.answer = status.action
        return release(over, time)
    }

    private mutating func release(_ over: Over, _ time: XTime) -> [Effect] {
        var over = over
        if over.isInFlight {
            state = .releasing(over, time)
            return []
        }
        if over.isStale { return send(&over) { .releasing($0, time) } }
        guard over.answer != nil else {
            return finish([.send(.leave(source: source), to: over.target)], succeeded: false)
        }
        state = .dropped(over.target, Reads())
        return [.send(.drop(source: source, time), to: over.target), .wait(.finished)]
    }

    private mutating func finish(_ effects: [Effect], succeeded: Bool) -> [Effect] {
        state = .done
        return effects + [.wait(nil), .end(succeeded: succeeded)]
    }
}

/// A window that takes drops.
public struct XdndTarget: Hashable, Sendable {
    /// The one that the messages are about.
    public var window: XWindow
    /// Where they are sent: the window, or its `XdndProxy`.
    public var recipient: XWindow
    /// What both sides speak: 3 to 5.
    public var version: Int

    public init(window: XWindow, recipient: XWindow, version: Int) {
        self.window = window
        self.recipient = recipient
        self.version = version
    }

    func includes(_ other: XWindow) -> Bool { other == window || other == recipient }
}

extension XRectangle {
    fileprivate func contains(_ place: XdndGiving.Place) -> Bool {
        place.x >= x && place.x < x + width && place.y >= y && place.y < y + height
    }
}
