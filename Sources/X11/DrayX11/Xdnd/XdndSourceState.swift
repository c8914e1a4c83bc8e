// SPDX-License-Identifier: MIT

public import XCB

/// The state of a drag of Wayland content over X windows, as their XDND source.
///
/// One position is in flight at a time: the next one waits for the status of the previous one, and only the newest is
/// kept. A drop also waits, so that the action is the one that the target has accepted.
///
/// | state | event | effects and next state |
/// |---|---|---|
/// | away | entered | Enter, Position: `over` |
/// | | dropped | failure: `done` |
/// | over | entered | Leave, the acceptance withdrawn; then as in `away` |
/// | | moved, proposes | Position, or kept while one is in flight |
/// | | status | the answer; a kept Position |
/// | | left | Leave, the acceptance withdrawn: `away` |
/// | | dropped | nothing in flight: Drop, `dropped`; else `releasing` |
/// | | target gone | the acceptance withdrawn: `away` |
/// | | timeout | rejected, still `over` |
/// | releasing | status | accepted: Drop, `dropped`; rejected: Leave, failure: `done` |
/// | | target gone | failure: `done` |
/// | | timeout | Leave, failure: `done` |
/// | dropped | finished | outcome: `done` |
/// | | target gone | failure: `done` |
/// | | timeout | everything that was read is complete: success, else failure: `done` |
public struct XdndSourceState: Equatable, Sendable {
    public enum Event: Equatable, Sendable {
        /// The drag has entered another X window that accepts drops, at this position.
        case entered(XdndTarget, types: [XAtom], Place)
        case moved(Place)
        /// The proposed action has changed, because of a modifier or the target's own answer.
        case proposes(XdndAction)
        case left
        /// The content was dropped with this action.
        case dropped(XdndAction, XTime)
        /// From this window, as the message claims; any client can send it.
        case status(XWindow, XdndMessage.Status)
        case finished(XWindow, succeeded: Bool)
        /// The window was destroyed, or its client has exited.
        case gone(XWindow)
        /// The targets or the content were requested, so the target is active.
        case read
        /// A read of the content has begun.
        case transferBegan
        /// A read of the content has ended, with whether the target has taken all of it.
        case transferEnded(succeeded: Bool)
        case timedOut
    }

    public enum Effect: Equatable, Sendable {
        case send(XdndMessage, to: XdndTarget)
        /// The target's answer; nil if it rejects the drag.
        case answer(XdndAction?)
        /// The drop has ended.
        case end(succeeded: Bool)
        /// Restart the timeout, after which `timedOut` is sent; nil to stop it.
        case wait(Wait?)
    }

    public enum Wait: Equatable, Sendable {
        /// For a status: a window that hangs accepts nothing.
        case status
        /// For `XdndFinished`, since the last read.
        case finished
    }

    /// The position of the pointer in pixels of the X root, and its time.
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

        /// Whether the target has read the content completely, although it has not sent `XdndFinished`.
        var isComplete: Bool { open == 0 && broken == 0 && whole > 0 }

        mutating func ended(succeeded: Bool) {
            // A read that began before the drop is not counted.
            guard open > 0 else { return }
            open -= 1
            if succeeded { whole += 1 } else { broken += 1 }
        }
    }

    private struct Over: Equatable, Sendable {
        let target: XdndTarget
        var place: Place
        var action: XdndAction
        /// The action in the last position that was sent.
        var sent: XdndAction
        var isInFlight = true
        /// Whether there is a change that has not been sent to the target.
        var isStale = false
        var answer: XdndAction?
        var rest: XRectangle?
    }

    private let source: XWindow
    private var state = State.away
    /// The last proposed action, for the next window that is entered.
    private var action = XdndAction.copy

    /// - Parameter source: A window of the bridge that targets reply to.
    public init(source: XWindow) {
        self.source = source
    }

    /// The target that the drag is over, or was dropped on.
    public var target: XdndTarget? {
        switch state {
        case .over(let over), .releasing(let over, _): over.target
        case .dropped(let target, _): target
        case .away, .done: nil
        }
    }

    /// Whether the drag has ended.
    public var isDone: Bool { state == .done }

    public mutating func handle(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.done, _): return []
        case (.away, .entered(let target, let types, let place)): return enter(target, types, place)
        case (.over(let over), .entered(let target, let types, let place)):
            return [.send(.leave(source: source), to: over.target)] + withdrawn(over) + enter(target, types, place)
        case (.over(var over), .moved(let place)):
            over.place = place
            let isSame = over.rest.map { $0.contains(place) } ?? false
            return update(over, isNew: !isSame)
        case (_, .proposes(let action)):
            self.action = action
            guard case .over(var over) = state else { return [] }
            over.action = action
            return update(over, isNew: over.sent != action)
        case (.over(let over), .status(let window, let status)) where window == over.target.window:
            return answered(over, status)
        case (.releasing(let over, let time), .status(let window, let status)) where window == over.target.window:
            return answered(over, status, time)
        case (.over(let over), .left):
            state = .away
            return [.send(.leave(source: source), to: over.target)] + withdrawn(over) + [.wait(nil)]
        case (.away, .dropped): return finish([], succeeded: false)
        case (.over(var over), .dropped(let action, let time)):
            // The target has accepted the action that was sent last.
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
            return withdrawn(over) + [.wait(nil)]
        case (.releasing(let over, _), .gone(let window)) where over.target.includes(window):
            return finish([], succeeded: false)
        case (.dropped(let target, _), .gone(let window)) where target.includes(window):
            return finish([], succeeded: false)
        case (.over(var over), .timedOut):
            // Until a late answer arrives.
            over.answer = nil
            over.rest = nil
            state = .over(over)
            return [.answer(nil)]
        case (.releasing(let over, _), .timedOut):
            return finish([.send(.leave(source: source), to: over.target)], succeeded: false)
        case (.dropped(_, let reads), .timedOut):
            // A target that sends `XdndFinished` to another window, or not at all, has nevertheless received the
            // content.
            return finish([], succeeded: reads.isComplete)
        case (.away, _), (.over, _), (.releasing, _), (.dropped, _):
            return []  // Late, out of sequence, or from another window.
        }
    }

    /// The acceptance of a window does not count any more. Nothing is sent without one, because the engine takes an
    /// answer for that of the next window, and that has not rejected the drag.
    private func withdrawn(_ over: Over) -> [Effect] { over.answer == nil ? [] : [.answer(nil)] }

    private mutating func enter(_ target: XdndTarget, _ types: [XAtom], _ place: Place) -> [Effect] {
        let over = Over(target: target, place: place, action: action, sent: action)
        state = .over(over)
        return [
            .send(
                .enter(
                    source: source, version: target.version, types: Array(types.prefix(3)), hasMore: types.count > 3),
                to: target), position(over), .wait(.status),
        ]
    }

    /// Sends the position, unless one is in flight.
    private mutating func update(_ over: Over, isNew: Bool) -> [Effect] {
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

/// A window that accepts drops.
public struct XdndTarget: Hashable, Sendable {
    /// The window that messages refer to.
    public var window: XWindow
    /// The window that messages are sent to: the window itself, or its `XdndProxy`.
    public var recipient: XWindow
    /// The version that both sides support: 3 to 5.
    public var version: Int

    public init(window: XWindow, recipient: XWindow, version: Int) {
        self.window = window
        self.recipient = recipient
        self.version = version
    }

    func includes(_ other: XWindow) -> Bool { other == window || other == recipient }
}

extension XRectangle {
    fileprivate func contains(_ place: XdndSourceState.Place) -> Bool {
        place.x >= x && place.x < x + width && place.y >= y && place.y < y + height
    }
}
