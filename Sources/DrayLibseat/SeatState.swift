// SPDX-License-Identifier: MIT

/// Whose the devices of a seat are.
public enum SeatState: Equatable, Sendable {
    /// Another session's: no device can be opened. Leads to `active`.
    case away
    /// This session's. Leads to `leaving`.
    case active
    /// Another session wants them: close the devices and call `SeatSession.leave`. Leads to `away`.
    case leaving
}
