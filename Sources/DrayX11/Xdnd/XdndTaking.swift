// SPDX-License-Identifier: MIT

public import XCB

/// A drag that an X client has begun, as the XDND target that stands for everything which is no X window.
///
/// The source speaks to a window of ours as long as the pointer is over what is not X's. It is asked for all types at
/// each enter, and the
/// content is in the engine from then on until the source gives it up: also while it is over X windows, with which the source speaks
/// by itself. The drop is the source's word, not the button's.
///
/// | state | enter | types | position | leave | drop | decided | ended | finished | given up |
/// |---|---|---|---|---|---|---|---|---|---|
/// | idle | ask types: `learning` | – | – | – | – | – | – | – | – |
/// | learning | anew | with a position: begin, `over` | with types: begin, `over` | `idle` | failure: `idle` | – | – | – | `idle` |
/// | over | – | offer them | status | `outside` | drop: `dropped` | kept; status, if one is owed | `refusing` | – | gone: `idle` |
/// | outside | ask types: `over` | – | – | – | – | kept | `refusing` | – | gone: `idle` |
/// | refusing | – | – | status: no | – | failure: `idle` | – | – | – | `idle` |
/// | dropped | – | – | – | – | – | – | failure: `idle` | outcome: `idle` | gone: `idle` |
public struct XdndTaking: Equatable, Sendable {
    public enum Event: Equatable, Sendable {
        /// To our window, from whomever.
        case message(XdndMessage)
        /// All types of the source, by name.
        case types([String])
        /// What a drop would do now; nil: nothing.
        case decided(XdndAction?)
        /// The engine's drag is over, and not by a drop: Escape, a lock, the host.
        case ended
        /// The drop is complete.
        case finished(succeeded: Bool, XdndAction)
        /// The client has given up `XdndSelection`, or is gone.
        case givenUp
        /// The button is up, and the source has said nothing for too long.
        case timedOut
    }

    public enum Effect: Equatable, Sendable {
        /// To a source's window.
        case send(XdndMessage, to: XWindow)
        /// All its types: these, or those in its `XdndTypeList`.
        case learn(XWindow, [XAtom], hasMore: Bool)
        /// The content's life in the engine begins, with what the source says first is to become of it; only once.
        case begin(types: [String], XdndAction)
        /// The source has come back with these types.
        case offer(types: [String])
        case drop(XTime)
        /// The content is gone, without a drop or after it.
        case gone
    }

    private enum State: Equatable, Sendable {
        case idle
        /// With its types, where only a position is missing.
        case learning(Source, [String]?)
        case over(Source)
        case outside(Source)
        case refusing(Source)
        case dropped(Source)
    }

    private struct Source: Equatable, Sendable {
        var window: XWindow
        var version: Int
        /// A position that has had no status.
        var owed = false
        var proposed = XdndAction.copy
        var decision: XdndAction?
    }

    private let target: XWindow
    private var state = State.idle

    /// - Parameter target: a window of ours, which sources speak to.
    public init(target: XWindow) {
        self.target = target
    }

    /// The window of the source that is spoken with.
    public var source: XWindow? {
        switch state {
        case .idle: nil
        case .learning(let source, _), .over(let source), .outside(let source), .refusing(let source),
            .dropped(let source):
            source.window
        }
    }

    /// Whether the source has left for windows of X's.
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
            return []  // Another window's word, or a target's.
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
        case .over, .refusing, .dropped: return []  // It is known, or it is not this one's turn.
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
            // Without a position to answer, so that the pointer's shape and the drop follow what is decided now.
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
