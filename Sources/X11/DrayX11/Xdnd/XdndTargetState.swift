// SPDX-License-Identifier: MIT

public import XCB

/// The state of a drag that an X client has begun, as its XDND target, which represents everything that is not an X
/// window.
///
/// The source sends messages to a window of the bridge while the pointer is not over an X window. Its types are
/// requested at each enter, and the content is the engine's until the source gives it up, even while it is over X
/// windows, with which the source communicates directly. The source decides on the drop, not the button.
///
/// | state | event | effects and next state |
/// |---|---|---|
/// | idle | enter | request types: `learning` |
/// | learning | enter | restart |
/// | | types | after a position: begin, `over`; without usable types: `refusing` |
/// | | position | after the types: begin, `over` |
/// | | leave, given up | `idle` |
/// | | drop | failure: `idle` |
/// | over | types | offer them |
/// | | position | status |
/// | | leave | `outside` |
/// | | drop | drop: `dropped` |
/// | | decided | kept; status if it has changed |
/// | | ended | status: rejected, `refusing` |
/// | | given up | gone: `idle` |
/// | outside | enter | request types: `over` |
/// | | decided | kept |
/// | | ended | status: rejected, `refusing` |
/// | | given up | gone: `idle` |
/// | refusing | position | status: rejected |
/// | | drop | failure: `idle` |
/// | | given up | `idle` |
/// | dropped | ended | failure: `idle` |
/// | | finished | outcome: `idle` |
/// | | given up | gone: `idle` |
public struct XdndTargetState: Equatable, Sendable {
    public enum Event: Equatable, Sendable {
        /// A message to the bridge's window, from any client.
        case message(XdndMessage)
        /// The names of all types of the source.
        case types([String])
        /// The current action; nil if a drop is not possible.
        case decided(XdndAction?)
        /// The engine's drag has ended without a drop: Escape, a lock, the host.
        case ended
        /// The drop is complete.
        case finished(succeeded: Bool, XdndAction)
        /// The client has given up `XdndSelection`, or has exited.
        case givenUp
        /// The button was released, and the source has sent nothing for too long.
        case timedOut
    }

    public enum Effect: Equatable, Sendable {
        /// Send a message to a source's window.
        case send(XdndMessage, to: XWindow)
        /// Look up all types of the source: these, or those in its `XdndTypeList`.
        case learn(XWindow, [XAtom], hasMore: Bool)
        /// Begin the drag in the engine, with the action that the source has proposed first. Sent once.
        case begin(types: [String], XdndAction)
        /// The source has returned with these types.
        case offer(types: [String])
        case drop(XTime)
        /// The content is no longer available, before or after a drop.
        case gone
    }

    private enum State: Equatable, Sendable {
        case idle
        /// With its types, if only a position is missing.
        case learning(Source, [String]?)
        case over(Source)
        case outside(Source)
        case refusing(Source)
        case dropped(Source)
    }

    private struct Source: Equatable, Sendable {
        var window: XWindow
        var version: Int
        /// Whether a position has not been answered by a status.
        var owed = false
        var proposed = XdndAction.copy
        var decision: XdndAction?
    }

    private let target: XWindow
    private var state = State.idle

    /// - Parameter target: A window of the bridge, which sources send messages to.
    public init(target: XWindow) {
        self.target = target
    }

    /// The window of the current source.
    public var source: XWindow? {
        switch state {
        case .idle: nil
        case .learning(let source, _), .over(let source), .outside(let source), .refusing(let source),
            .dropped(let source):
            source.window
        }
    }

    /// Whether the source has left for X windows.
    public var isAway: Bool {
        if case .outside = state { true } else { false }
    }

    public mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .message(.enter(let window, let version, let types, let hasMore)):
            return entered(window, version, types, hasMore)
        case .message(.position(let window, _, _, _, let action)) where window == source: return position(action)
        case .message(.leave(let window)) where window == source: return left()
        case .message(.drop(let window, let time)) where window == source: return dropped(time)
        case .message(.position), .message(.leave), .message(.drop), .message(.status), .message(.finished):
            return []  // From another window, or messages of a target.
        case .types(let types): return learned(types)
        case .decided(let action): return decided(action)
        case .ended: return ended()
        case .finished(let succeeded, let action): return finished(succeeded, action)
        case .givenUp, .timedOut: return givenUp()
        }
    }

    private mutating func entered(_ window: XWindow, _ version: Int, _ types: [XAtom], _ hasMore: Bool) -> [Effect] {
        guard version >= XdndVersion.oldest else { return [] }
        let spoken = min(version, XdndVersion.ours)
        switch state {
        case .idle, .learning:
            state = .learning(Source(window: window, version: spoken), nil)
            return [.learn(window, types, hasMore: hasMore)]
        case .outside(let source):
            guard source.window == window else { return [] }
            state = .over(source)
            return [.learn(window, types, hasMore: hasMore)]
        case .over, .refusing, .dropped: return []  // Entered already, or another source is active.
        }
    }

    private mutating func learned(_ types: [String]) -> [Effect] {
        if case .over = state { return types.isEmpty ? [] : [.offer(types: types)] }
        guard case .learning(let source, _) = state else { return [] }
        guard !types.isEmpty else {
            state = .refusing(source)
            return source.owed ? answer(source) : []
        }
        state = .learning(source, types)
        return source.owed ? begin(source, types) : []
    }

    private mutating func begin(_ source: Source, _ types: [String]) -> [Effect] {
        state = .over(source)
        return answer(source) + [.begin(types: types, source.proposed)]
    }

    private mutating func position(_ action: XdndAction) -> [Effect] {
        switch state {
        case .learning(var source, let types):
            source.owed = true
            source.proposed = action
            state = .learning(source, types)
            return types.map { begin(source, $0) } ?? []
        case .over(let source), .refusing(let source): return answer(source)
        case .idle, .outside, .dropped: return []
        }
    }

    private func answer(_ source: Source) -> [Effect] {
        [.send(.status(target: target, XdndMessage.Status(source.decision)), to: source.window)]
    }

    private mutating func left() -> [Effect] {
        switch state {
        case .over(let source):
            state = .outside(source)
            return []
        case .learning:
            state = .idle
            return []
        case .idle, .outside, .refusing, .dropped: return []
        }
    }

    private mutating func dropped(_ time: XTime) -> [Effect] {
        switch state {
        case .over(let source):
            state = .dropped(source)
            return [.drop(time)]
        case .learning(let source, _), .refusing(let source):
            state = .idle
            return [fail(source)]
        case .idle, .outside, .dropped: return []
        }
    }

    private func fail(_ source: Source) -> Effect {
        .send(.finished(target: target, succeeded: false, nil), to: source.window)
    }

    private mutating func decided(_ action: XdndAction?) -> [Effect] {
        switch state {
        case .over(var source):
            let isNew = source.decision != action
            source.decision = action
            state = .over(source)
            // Sent without a position, so that the cursor shape and the drop follow the current decision.
            return isNew ? answer(source) : []
        case .outside(var source):
            source.decision = action
            state = .outside(source)
            return []
        case .idle, .learning, .refusing, .dropped: return []
        }
    }

    private mutating func ended() -> [Effect] {
        switch state {
        case .over(var source), .outside(var source):
            source.decision = nil
            state = .refusing(source)
            return answer(source)
        case .dropped(let source):
            state = .idle
            return [fail(source)]
        case .idle, .learning, .refusing: return []
        }
    }

    private mutating func finished(_ succeeded: Bool, _ action: XdndAction) -> [Effect] {
        guard case .dropped(let source) = state else { return [] }
        state = .idle
        return [
            .send(
                .finished(target: target, succeeded: succeeded, succeeded ? action : nil), to: source.window)
        ]
    }

    private mutating func givenUp() -> [Effect] {
        defer { state = .idle }
        switch state {
        case .over, .outside, .dropped: return [.gone]
        case .idle, .learning, .refusing: return []
        }
    }
}
