// SPDX-License-Identifier: MIT

//   state     what happened                     next      what is done
//   --------  --------------------------------  --------  --------------------------------
//   off       it is wanted                      running   it is started
//   running   it is wanted                      running   –
//             it ended                          off       –
//             it ended, as often as it may      given up  –
//             it has nothing to do here         given up  –
//   given up  anything                          given up  –

/// Whether `dray-access` is started: a process that dies is started again, but not for ever.
public struct HelperLife: Equatable, Sendable {
    private var state = State.off
    private var ends = 0

    /// Starts after the first.
    public static let restarts = 3

    private enum State: Equatable {
        case off, running, givenUp
    }

    /// What becomes of somebody's wish for it.
    public enum Answer: Equatable, Sendable {
        /// It is to be started; ``ended()`` if that fails.
        case start
        case isThere
        /// There is none, and will be none.
        case never
    }

    public init() {}

    public mutating func wanted() -> Answer {
        switch state {
        case .off:
            state = .running
            return .start
        case .running: return .isThere
        case .givenUp: return .never
        }
    }

    /// It ended, or could not be started.
    public mutating func ended() {
        switch state {
        case .off, .givenUp: break
        case .running:
            ends += 1
            state = ends > Self.restarts ? .givenUp : .off
        }
    }

    /// It has nothing to do here, and will have nothing to do: there is no session bus.
    public mutating func isUseless() { state = .givenUp }
}
