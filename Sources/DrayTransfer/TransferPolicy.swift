// SPDX-License-Identifier: MIT

/// How transfers are watched, as a value. Times are in microseconds of real time.
public struct TransferPolicy: Hashable, Sendable {
    /// A transfer that takes longer is announced to the host, and seen (HIG-24).
    public var announceAfter: UInt64
    /// One in which nothing has moved for so long is told as stalled (HIG-17). It goes on if anything moves again; the host may
    /// break it off.
    public var stallAfter: UInt64
    /// Who stands between a source and its reader.
    public var way: Way
    /// Whether what is dropped is taken in at the drop, so that it arrives even if its source quits (HIG-23).
    public var drops: Keeping
    /// Whether what a client copies is taken in, so that it outlives the client. Not what a password manager marks as such.
    public var clipboard: Keeping

    /// How bytes get from a source to its reader.
    ///
    /// What can be known, by the way:
    ///
    /// | | relayed | direct |
    /// |---|---|---|
    /// | bytes, rate, time left | yes | no |
    /// | the source died before it wrote, or wrote nothing | told as broken | not known: ends as unwatched, or complete |
    /// | the source died in the middle | told as broken | not known: ends as unwatched |
    /// | the reader went | given up, at once | given up, within a quarter of a second |
    /// | nothing moves, and who is waited for | told | told, as far as bytes wait for the reader or not |
    /// | the host breaks it off | both sides hear | cannot be done |
    public enum Way: Hashable, Sendable {
        /// Through the engine, which moves pages and copies nothing. A drop whose source writes nothing is known to have
        /// failed (HIG-16, HIG-17).
        case relayed
        /// Past the engine, which looks at the pipe from time to time. What is converted or kept comes from the engine all the
        /// same.
        case direct
    }

    /// Whether content is taken in, and how much of it.
    public enum Keeping: Hashable, Sendable {
        /// Readers get it from its source alone.
        case off
        case within(KeepingBudget)
    }

    public static let standard = TransferPolicy()

    public init(
        announceAfter: UInt64 = 1_000_000, stallAfter: UInt64 = 10_000_000, way: Way = .relayed, drops: Keeping = .off,
        clipboard: Keeping = .off
    ) {
        self.announceAfter = announceAfter
        self.stallAfter = stallAfter
        self.way = way
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
