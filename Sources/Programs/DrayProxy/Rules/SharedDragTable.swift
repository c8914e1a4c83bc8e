// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// The client that drags on each seat. The process that serves a client writes here before the compositor receives the
/// client's request; the processes of all clients read it. The memory is shared by all processes of a proxy, and no
/// access waits.
///
/// A client *claims* a drag with a `start_drag` whose serial names a press that it holds. The drag is *confirmed* once
/// the compositor has sent its source an event. A claim expires after ``claimTimeout`` without that: the compositor has
/// refused the drag. Of two clients that claim at once neither counts before one is confirmed, and no claim replaces a
/// confirmed drag.
package final class SharedDragTable {
    /// The names of the seats, each plus one; zero for a free slot. A slot belongs to its seat permanently.
    private let seats: UnsafeMutablePointer<UInt64>
    /// The state of the seat in the same slot: see ``Holder``.
    private let holders: UnsafeMutablePointer<UInt64>
    /// The limit on seats. Content on the seats beyond it belongs to another application for every client.
    private static let capacity = 64
    private static let size = 2 * capacity * MemoryLayout<UInt64>.stride

    /// The number of a client, at least 1 and below 2^31 - 1. Numbers are not reused.
    package typealias Client = UInt32

    /// The time after which an unconfirmed claim no longer counts, in microseconds.
    package static let claimTimeout: UInt64 = 2_000_000

    /// - Returns: nil if memory cannot be mapped.
    package init?() {
        guard let memory = dray_share_memory(Self.size) else { return nil }
        seats = memory.bindMemory(to: UInt64.self, capacity: 2 * Self.capacity)
        holders = seats + Self.capacity
    }

    deinit {
        munmap(seats, Self.size)
    }

    /// Records that the client begins a drag with a press that it holds.
    /// - Parameter time: microseconds of a clock that all processes share.
    package func claim(on seat: SeatName, by client: Client, at time: UInt64) {
        change(seat) { holder in
            let now = Holder.milliseconds(time)
            return switch holder {
            case .confirmed(let other) where other != client: nil
            case .claimed(let other, let since) where other != client && !Holder.isExpired(since, at: now):
                .disputed(since: now)
            case .disputed(let since) where !Holder.isExpired(since, at: now): .disputed(since: now)
            case .none, .claimed, .disputed, .confirmed: .claimed(client, since: now)
            }
        }
    }

    /// Records that the compositor has sent an event to the source of the client's drag.
    package func confirm(on seat: SeatName, by client: Client) {
        change(seat) { _ in .confirmed(client) }
    }

    /// Records that the client's drag has ended, or that its claim is withdrawn.
    package func end(on seat: SeatName, by client: Client) {
        change(seat) { $0.client == client ? Holder.none : nil }
    }

    /// Ends the drags of a client that has disconnected.
    package func forget(_ client: Client) {
        for index in 0..<Self.capacity {
            let seat = dray_load(seats + index)
            guard seat != 0 else { return }
            end(on: SeatName(seat - 1), by: client)
        }
    }

    /// The client that drags on the seat; nil if it is unknown or not behind the proxy.
    /// - Parameter time: microseconds of a clock that all processes share.
    package func client(on seat: SeatName, at time: UInt64) -> Client? {
        guard let index = index(of: seat, adding: false) else { return nil }
        return switch Holder(dray_load(holders + index)) {
        case .claimed(let client, let since): Holder.isExpired(since, at: Holder.milliseconds(time)) ? nil : client
        case .confirmed(let client): client
        case .none, .disputed: nil
        }
    }

    /// Replaces the state of a seat by the result of `next`; keeps it if the result is nil.
    private func change(_ seat: SeatName, to next: (Holder) -> Holder?) {
        guard let index = index(of: seat, adding: true) else { return }
        while true {
            let content = dray_load(holders + index)
            guard let new = next(Holder(content)), new.content != content else { return }
            if dray_replace(holders + index, content, new.content) != 0 { return }
        }
    }

    private func index(of seat: SeatName, adding isAdding: Bool) -> Int? {
        let name = UInt64(seat) + 1
        for index in 0..<Self.capacity {
            if dray_load(seats + index) == 0 {
                guard isAdding else { return nil }
                // Another process may have taken the slot in the meantime, perhaps for the same seat.
                _ = dray_replace(seats + index, 0, name)
            }
            if dray_load(seats + index) == name { return index }
        }
        return nil
    }
}

/// The state of a seat in 64 bits: a time in milliseconds in the upper half, a client in the lower. The highest bit of
/// the client marks a confirmed drag.
private enum Holder {
    case none
    case claimed(SharedDragTable.Client, since: UInt32)
    /// Several clients claim the drag.
    case disputed(since: UInt32)
    case confirmed(SharedDragTable.Client)

    private static let confirmation: UInt32 = 1 << 31
    private static let several: UInt32 = confirmation - 1

    init(_ content: UInt64) {
        let (low, since) = (UInt32(truncatingIfNeeded: content), UInt32(content >> 32))
        self =
            switch low {
            case 0: .none
            case Self.several: .disputed(since: since)
            case _ where low & Self.confirmation != 0: .confirmed(low & ~Self.confirmation)
            case _: .claimed(low, since: since)
            }
    }

    var content: UInt64 {
        switch self {
        case .none: 0
        case .claimed(let client, let since): UInt64(since) << 32 | UInt64(client)
        case .disputed(let since): UInt64(since) << 32 | UInt64(Self.several)
        case .confirmed(let client): UInt64(client | Self.confirmation)
        }
    }

    var client: SharedDragTable.Client? {
        switch self {
        case .none, .disputed: nil
        case .claimed(let client, _), .confirmed(let client): client
        }
    }

    static func milliseconds(_ time: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: time / 1000) }

    /// Both times wrap around after 49 days. The time may be slightly later than `now`, since another process may have
    /// written it.
    static func isExpired(_ since: UInt32, at now: UInt32) -> Bool {
        let timeout = UInt32(SharedDragTable.claimTimeout / 1000)
        return (timeout..<UInt32.max - timeout).contains(now &- since)
    }
}
