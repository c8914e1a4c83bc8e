// SPDX-License-Identifier: MIT

/// Whether a drop waits for a person's word (HIG-27).
public enum DropConfirmation: Hashable, Sendable {
    /// The engine asks where the target says that a drop could not be undone, and nobody else does.
    case standard
    /// It is performed at once, whatever the target says.
    case notNeeded
    /// The host asks.
    case needed
}
