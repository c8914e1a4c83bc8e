// SPDX-License-Identifier: MIT

/// How transfers are watched, as a value. Times are in microseconds of real time.
public struct TransferPolicy: Hashable, Sendable {
    /// A transfer that takes longer is announced to the host, and seen (HIG-24).
    public var announceAfter: UInt64
    /// One in which nothing has moved for so long is told as stalled (HIG-17). It goes on if anything moves again; the host may
    /// break it off.
    public var stallAfter: UInt64
    /// Whether what is dropped is taken in at the drop, so that it arrives even if its source quits (HIG-23).
    public var drops: Keeping
    /// Whether what a client copies is taken in, so that it outlives the client. Not what a password manager marks as such.
    public var clipboard: Keeping

    /// Whether content is taken in, and how much of it.
    public enum Keeping: Hashable, Sendable {
        /// Readers get it from its source alone.
        case off
        case within(KeepingBudget)
    }

    public static let standard = TransferPolicy()

    public init(
        announceAfter: UInt64 = 1_000_000, stallAfter: UInt64 = 10_000_000, drops: Keeping = .off,
        clipboard: Keeping = .off
    ) {
        self.announceAfter = announceAfter
        self.stallAfter = stallAfter
        self.drops = drops
        self.clipboard = clipboard
    }
}

/// How much of one drop or one clipboard is taken in.
public struct KeepingBudget: Hashable, Sendable {
    /// Of all types together, in memory.
    public var bytes: Int
    /// What has not come by then is not waited for; in microseconds of real time.
    public var time: UInt64

    public init(bytes: Int = 64 << 20, time: UInt64 = 5_000_000) {
        self.bytes = bytes
        self.time = time
    }
}
