// SPDX-License-Identifier: MIT

/// The observation and retention of transfers.
package struct TransferSettings: Equatable, Sendable {
    /// Whether dropped content arrives even if the source quits (HIG-23).
    package var keepsDrops: Bool
    /// Whether the clipboard outlives the client that set it.
    package var keepsClipboard: Bool
    /// The duration after which a transfer is announced and shown (HIG-24), in real time; nil for the engine's default.
    package var announceAfter: Duration?
    /// The time without progress after which a transfer counts as stalled (HIG-17), in real time; nil for the engine's
    /// default.
    package var stallAfter: Duration?

    /// Whether sources write directly to their readers while the engine only observes.
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
                "keep-drops", "Whether dropped content arrives even if the source quits.", .truth, default: false),
            keepsClipboard: keys.optional(
                "keep-clipboard", "Whether the clipboard outlives the client that set it.", .truth, default: false),
            announceAfter: keys.optional(
                "announce-after", "The duration after which a transfer is announced and shown.", .duration),
            stallAfter: keys.optional(
                "stall-after", "The time without progress after which a transfer counts as stalled.", .duration),
            isDirect: keys.optional(
                "direct", "Whether sources write directly to their readers, which limits what is observed.", .truth,
                default: false))
    }
    .named("transfers")
}
