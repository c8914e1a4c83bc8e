// SPDX-License-Identifier: MIT

/// Haptic feedback (HIG-35); the host chooses the effect.
public enum Haptic: Hashable, Sendable {
    /// Content was picked up.
    case lift
    /// The content entered a target that would accept it.
    case target
    /// The content was released where it is not accepted, or the target rejected it after the drop.
    case refusal
    /// The content arrived.
    case landing
    /// The window under the content was raised, or the control was activated.
    case spring
}
