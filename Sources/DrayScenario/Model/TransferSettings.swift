// SPDX-License-Identifier: MIT

/// How transfers are watched, and what is kept of them.
package struct TransferSettings: Equatable, Sendable {
    /// What is dropped arrives even if its source quits (HIG-23).
    package var keepsDrops: Bool
    /// What is copied outlives the client that it is of.
    package var keepsClipboard: Bool
    /// A transfer that takes longer is announced and seen (HIG-24), in real time; nil leaves it to the engine.
    package var announceAfter: Duration?
    /// One in which nothing has moved for so long has stalled (HIG-17), in real time; nil leaves it to the engine.
    package var stallAfter: Duration?

    /// Sources write to their readers, and the engine only looks.
    package var isDirect: Bool

    package init(
        keepsDrops: Bool = false, keepsClipboard: Bool = false, announceAfter: Duration? = nil,
        stallAfter: Duration? = nil, isDirect: Bool = false
    ) {
        self.keepsDrops = keepsDrops
        self.keepsClipboard = keepsClipboard
        self.announceAfter = announceAfter
        self.stallAfter = stallAfter
        self.isDirect = isDirect
    }
}

extension TransferSettings {
    static let shape = Shape<TransferSettings>.record { keys in
        TransferSettings(
            keepsDrops: keys.optional(
                "keep-drops", "What is dropped arrives even if its source quits.", .truth, default: false),
            keepsClipboard: keys.optional(
                "keep-clipboard", "What is copied outlives its client.", .truth, default: false),
            announceAfter: keys.optional("announce-after", "What takes longer is announced and seen.", .duration),
            stallAfter: keys.optional("stall-after", "Nothing has moved for so long: it has stalled.", .duration),
            isDirect: keys.optional(
                "direct", "Sources write to their readers directly, and less is known of it.", .truth, default: false))
    }
    .named("transfers")
}
