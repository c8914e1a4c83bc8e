// SPDX-License-Identifier: MIT

/// How far what was dropped has come, as people see it (HIG-24).
public enum ShownProgress: Equatable, Sendable {
    /// Nobody knows how much there is: the ring says that something goes on.
    case unknown
    /// The same, and nothing moves: nor does the ring, which may stand there for long.
    case stalled
    /// From 0 to 1.
    case part(Double)
}
