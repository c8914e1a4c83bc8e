// SPDX-License-Identifier: MIT

/// The policy for transfers, as a value. Times are in microseconds of real time.
public struct TransferPolicy: Hashable, Sendable {
    /// The time after which a transfer is announced to the host and shown (HIG-24).
    public var announceAfter: UInt64
    /// The time without progress after which a transfer is reported as stalled (HIG-17). It continues if data moves
    /// again; the host may cancel it.
    public var stallAfter: UInt64
    /// The path of the bytes from a source to its reader.
    public var way: Way
    /// Whether dropped content is captured at the drop, so that it arrives even if its source exits (HIG-23).
    public var drops: Keeping
    /// Whether copied content is captured, so that it outlives the client. Content that a password manager marks is
    /// not.
    public var clipboard: Keeping

    /// The path of the bytes from a source to its reader, which determines what the engine can observe:
    ///
    /// | | relayed | direct |
    /// |---|---|---|
    /// | bytes, rate, time left | yes | no |
    /// | the source exited before it wrote, or wrote nothing | broken | unknown: ends as unwatched or complete |
    /// | the source exited before it had written everything | broken | unknown: ends as unwatched |
    /// | the reader closed or exited | givenUp, at once | givenUp, within a quarter of a second |
    /// | nothing moves, and which side blocks | stalled | stalled; the target blocks if bytes are in the pipe |
    /// | the host cancels | both sides see the end | not possible |
    public enum Way: Hashable, Sendable {
        /// Through the engine, which moves pages without a copy. A drop whose source writes nothing is known to have
        /// failed (HIG-16, HIG-17).
        case relayed
        /// Directly, while the engine observes the pipe at intervals. Converted and kept content still passes through
        /// the engine.
        case direct
    }

    /// Whether content is captured, and how much of it.
    public enum Keeping: Hashable, Sendable {
        /// Readers get the content from its source only.
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

/// The limits for capturing one drop or one clipboard.
public struct KeepingBudget: Hashable, Sendable {
    /// The maximum number of bytes of all types together, in memory.
    public var bytes: Int
    /// The time after which incomplete types are given up, in microseconds of real time.
    public var time: UInt64

    public init(bytes: Int = 64 << 20, time: UInt64 = 5_000_000) {
        self.bytes = bytes
        self.time = time
    }
}
