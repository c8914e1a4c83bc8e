// SPDX-License-Identifier: MIT

/// The drag-and-drop features that a client's object supports, by its version.
public enum Dialect: Hashable, Sendable, BitwiseCopyable {
    /// Version 1 or 2: types only. There are no actions and no `finish`. A source of this kind never learns how a drop
    /// ended; `cancelled` would mean that another source replaced it, so it is not sent for a drag.
    case legacy
    /// Version 3 and later: both sides negotiate an action, and a drop is finished or cancelled.
    case negotiating

    /// The dialect of a `wl_data_source`, `wl_data_device` or `wl_data_offer` of this version.
    public init(version: UInt32) {
        self = version < 3 ? .legacy : .negotiating
    }
}
