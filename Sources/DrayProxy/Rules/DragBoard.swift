// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// Which client drags on each seat: written by whoever serves that client, before its compositor hears of
/// it, and read by all others. It lies in memory that all processes of a proxy share, so nobody waits for anybody.
///
/// Every cell is a seat in the high half, a client in the low; zero where there is none yet. A cell is its seat's for ever. The
/// highest bit of the low half tells that the compositor has told the client's source something: a drag under way, which
/// nobody takes away by claiming to drag. Of two who only claim it the compositor has refused one, and nobody knows which: content is
/// neither's own until it has told one of them something.
package final class DragBoard {
    private let cells: UnsafeMutablePointer<UInt64>
    /// Desktops have one seat. Drags of those beyond are of other applications for everybody.
    private static let capacity = 64

    /// The number of a client: from 1, below 2^31 - 2, never used again.
    package typealias Client = UInt32

    /// - Returns: nil where the system has no memory.
    package init?() {
        let size = Self.capacity * MemoryLayout<UInt64>.stride
        guard let memory = dray_share_memory(size) else { return nil }
        cells = memory.bindMemory(to: UInt64.self, capacity: Self.capacity)
    }

    deinit {
        munmap(cells, Self.capacity * MemoryLayout<UInt64>.stride)
    }

    private static let confirmed: Client = 1 << 31
    /// No client, in the cell of a seat: not zero, as a seat's number may be, and a cell of zero is nobody's yet.
    private static let nobody: Client = confirmed - 2
    /// Any of several who claim to drag: no client has that number.
    private static let somebody: Client = confirmed - 1

    /// That client says that it begins a drag.
    package func begin(on seat: SeatName, by client: Client) {
        change(seat) { content in
            switch content & ~Self.confirmed {
            case 0, Self.nobody, client: client
            case _: content & Self.confirmed == 0 ? Self.somebody : nil
            }
        }
    }

    /// The drag of that client is under way: its compositor has told its source something.
    package func confirm(on seat: SeatName, by client: Client) {
        change(seat) { _ in client | Self.confirmed }
    }

    /// The drag of that client is over.
    package func end(on seat: SeatName, by client: Client) {
        change(seat) { $0 & ~Self.confirmed == client ? Self.nobody : nil }
    }

    /// That client is gone, with whatever it dragged.
    package func forget(_ client: Client) {
        for index in 0..<Self.capacity {
            let content = dray_load(cells + index)
            guard content != 0 else { return }
            end(on: Self.seat(of: content), by: client)
        }
    }

    /// Who drags there; nil for nobody behind the proxy, and where that is not known.
    package func client(on seat: SeatName) -> Client? {
        for index in 0..<Self.capacity {
            let content = dray_load(cells + index)
            if content == 0 { return nil }
            guard Self.seat(of: content) == seat else { continue }
            let client = Self.low(of: content) & ~Self.confirmed
            return client == Self.nobody || client == Self.somebody ? nil : client
        }
        return nil
    }

    /// Puts something else into a seat's cell, or nothing, by what is in it at that moment.
    private func change(_ seat: SeatName, to next: (Client) -> Client?) {
        for index in 0..<Self.capacity {
            var content = dray_load(cells + index)
            while content == 0 || Self.seat(of: content) == seat {
                guard let low = next(Self.low(of: content)) else { return }
                if dray_replace(cells + index, content, Self.cell(seat, low)) != 0 { return }
                content = dray_load(cells + index)
            }
        }
    }

    private static func cell(_ seat: SeatName, _ low: Client) -> UInt64 { UInt64(seat) << 32 | UInt64(low) }
    private static func seat(of content: UInt64) -> SeatName { SeatName(content >> 32) }
    private static func low(of content: UInt64) -> Client { Client(truncatingIfNeeded: content) }
}
