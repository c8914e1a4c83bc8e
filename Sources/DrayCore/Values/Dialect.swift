// SPDX-License-Identifier: MIT

/// How much of drag and drop the object of a client can talk about.
public enum Dialect: Hashable, Sendable, BitwiseCopyable {
    /// Version 1 or 2: types only. No actions, no `finish`; a source of this kind never learns how a drop ended, and
    /// `cancelled` would tell it that another source took its place (it is not sent for a drag).
    case legacy
    /// Version 3 and later: both sides negotiate an action, and a drop is finished or cancelled.
    case negotiating

    /// The dialect of a `wl_data_source`, `wl_data_device` or `wl_data_offer` of this version.
    public init(version: UInt32) {
        self = version < 3 ? .legacy : .negotiating
    }
}
