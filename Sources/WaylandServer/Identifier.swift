// SPDX-License-Identifier: MIT

internal import Synchronization

/// Numbers that are never used twice in a process, for clients and resources.
///
/// libwayland uses an object's own number again as soon as the object is gone, and the allocator does the same with
/// addresses. Atomic, because a process may run several displays, each on a thread of its own.
enum Identifier {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
