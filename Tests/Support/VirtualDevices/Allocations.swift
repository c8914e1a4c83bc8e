// SPDX-License-Identifier: MIT

import CVirtualDevices

/// Counts allocations, for tests of paths that must not have any. Needs no `VirtualMachine`.
public enum Allocations {
    /// How often this thread asks for memory while `body` runs, in whatever library.
    ///
    /// Means something in release builds only: without the optimizer the standard library itself allocates.
    ///
    /// - Returns: nil where it cannot be counted, because a sanitizer has taken the allocator.
    public static func count(during body: () -> Void) -> Int? {
        guard vdev_counts_allocations() != 0 else { return nil }
        vdev_count_allocations()
        body()
        return Int(vdev_counted_allocations())
    }
}
