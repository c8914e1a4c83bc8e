// SPDX-License-Identifier: MIT

import WaylandClient

/// A `wl_data_offer` of a client, with the events received and the requests sent.
final class FuzzOffer {
    let object: WlDataOffer
    var types: [String] = []
    var sourceActions: UInt32?
    /// The masks of `set_actions`, as the client sent them.
    var masks: [UInt32] = []
    /// The type that the client accepted last.
    var accepted: String?
    /// The last `action`; nil before the first.
    var action: UInt32?
    var stage = Stage.introduced
    /// Whether it has an object of `dray_drag_v1`.
    var hasWords = false

    enum Stage {
        /// Leads to `entered` or `selection`.
        case introduced
        /// The content is over the client. Leads to `dropped` and `past`.
        case entered
        /// To be read and finished. No further event may follow.
        case dropped
        /// Left without a drop, or finished. No further event may follow.
        case past
        case selection
    }

    init(_ object: WlDataOffer) {
        self.object = object
    }

    var isNegotiating: Bool { object.proxy.version >= 3 }

    /// Whether `finish` is allowed now.
    var mayFinish: Bool {
        guard stage == .dropped, isNegotiating, accepted != nil, let action else { return false }
        guard action == Self.ask else { return action != 0 }
        // `set_actions` after the drop is the answer; a copy that the source offers is always valid.
        return isAnswered && (masks.last ?? 0) & (sourceActions ?? 0) & Self.copy != 0
    }

    /// Whether `set_actions` was called after a drop with `ask`.
    var isAnswered = false

    static let copy: UInt32 = 1
    static let move: UInt32 = 2
    static let ask: UInt32 = 4
}
