// SPDX-License-Identifier: MIT

//   state     event                             next      effect
//   --------  --------------------------------  --------  ----------------
//   off       helper needed                     running   start
//   running   helper needed                     running   –
//             helper exited                     off       –
//             helper exited, at the limit       given up  –
//             no session bus                    given up  –
//   given up  any                               given up  –

/// The policy for starting `dray-access`, which restarts a helper that exits, a limited number of times.
public struct RestartPolicy: Equatable, Sendable {
    private var state = State.off
    private var ends = 0

    /// The maximum number of starts after the first.
    public static let restarts = 3

    private enum State: Equatable {
        case off, running, givenUp
    }

    /// The answer to a request for the helper.
    public enum Answer: Equatable, Sendable {
        /// The helper must be started; call ``ended()`` if that fails.
        case start
        case isThere
        /// The helper will not be started again.
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

    /// Records that the helper exited or could not be started.
    public mutating func ended() {
        switch state {
        case .off, .givenUp: break
        case .running:
            ends += 1
            state = ends > Self.restarts ? .givenUp : .off
        }
    }

    /// Records that the helper is of no use, since there is no session bus.
    public mutating func isUseless() { state = .givenUp }
}
