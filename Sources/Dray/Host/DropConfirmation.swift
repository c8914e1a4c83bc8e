// SPDX-License-Identifier: MIT

/// Whether a drop waits for a person's word (HIG-27).
public enum DropConfirmation: Hashable, Sendable {
    /// It is performed at once.
    case notNeeded
    /// The host asks.
    case needed
}
