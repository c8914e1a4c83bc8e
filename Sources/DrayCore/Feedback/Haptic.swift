// SPDX-License-Identifier: MIT

/// Something to feel (HIG-35); what it feels like is the host's.
public enum Haptic: Hashable, Sendable {
    /// Content was picked up.
    case lift
    /// The content came over a target that would take it.
    case target
    /// The content was released where it is not taken, or the target gave it back.
    case refusal
    /// The content arrived.
    case landing
    /// What the content rested over has come to the front, or was activated.
    case spring
}
