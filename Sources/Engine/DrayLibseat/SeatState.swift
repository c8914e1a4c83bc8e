// SPDX-License-Identifier: MIT

/// The ownership of a seat's devices.
public enum SeatState: Equatable, Sendable {
    /// Another session owns them: no device can be opened. Leads to `active`.
    case away
    /// This session owns them. Leads to `leaving`.
    case active
    /// Another session requests them: close the devices and call `SeatSession.leave`. Leads to `away`.
    case leaving
}
