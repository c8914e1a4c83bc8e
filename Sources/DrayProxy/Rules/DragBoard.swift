// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// Which client has begun a drag last on each seat: written by whoever serves that client, before its compositor hears of
/// it, and read by all others. It lies in memory that all processes of a proxy share, so nobody waits for anybody.
///
/// Every cell is a seat in the high half, a client in the low; zero where there is none yet. A cell is its seat's for ever.
package final class DragBoard {
    private let cells: UnsafeMutablePointer<UInt64>
    /// Desktops have one seat. Drags of those beyond are of other applications for everybody.
    private static let capacity = 64

    /// The number of a client: from 1, never used again.
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

    /// That client begins a drag.
    package func begin(on seat: SeatName, by client: Client) {
        for index in 0..<Self.capacity {
            var content = dray_load(cells + index)
            if content == 0 {
                if dray_replace(cells + index, 0, Self.cell(seat, client)) != 0 { return }
                content = dray_load(cells + index)
            }
            if Self.seat(of: content) == seat {
                dray_store(cells + index, Self.cell(seat, client))
                return
            }
        }
    }

    /// Who has begun the last drag there; nil for nobody behind the proxy.
    package func client(on seat: SeatName) -> Client? {
        for index in 0..<Self.capacity {
            let content = dray_load(cells + index)
            if content == 0 { return nil }
            if Self.seat(of: content) == seat { return Client(truncatingIfNeeded: content) }
        }
        return nil
    }

    private static func cell(_ seat: SeatName, _ client: Client) -> UInt64 { UInt64(seat) << 32 | UInt64(client) }
    private static func seat(of content: UInt64) -> SeatName { SeatName(content >> 32) }
}
