// SPDX-License-Identifier: MIT

import CVirtualDevices

/// Counts allocations, for tests of paths that must not allocate. Needs no `VirtualMachine`.
public enum Allocations {
    /// The number of allocations of this thread during `body`, in all libraries.
    ///
    /// Only meaningful in release builds: without optimisation the standard library itself allocates.
    ///
    /// - Returns: nil if allocations cannot be counted because ThreadSanitizer has replaced the allocator.
    public static func count(during body: () -> Void) -> Int? {
        guard vdev_counts_allocations() != 0 else { return nil }
        vdev_count_allocations()
        body()
        return Int(vdev_counted_allocations())
    }
}
