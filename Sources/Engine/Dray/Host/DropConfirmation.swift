// SPDX-License-Identifier: MIT

/// Whether a drop waits for confirmation by the user (HIG-27).
public enum DropConfirmation: Hashable, Sendable {
    /// The engine asks if the target reports that a drop cannot be undone.
    case standard
    /// The drop is performed at once, whatever the target reports.
    case notNeeded
    /// The host asks.
    case needed
}
