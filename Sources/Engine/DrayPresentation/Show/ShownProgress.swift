// SPDX-License-Identifier: MIT

/// The progress of the transfer of dropped content, as it is shown (HIG-24).
public enum ShownProgress: Equatable, Sendable {
    /// The total is unknown: the ring spins.
    case unknown
    /// The total is unknown and no data moves: the ring does not spin.
    case stalled
    /// The fraction from 0 to 1.
    case part(Double)
}
