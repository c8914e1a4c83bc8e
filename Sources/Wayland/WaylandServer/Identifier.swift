// SPDX-License-Identifier: MIT

internal import Synchronization

/// Numbers for clients and resources that are unique in the process.
///
/// libwayland reuses an object's ID as soon as the object is destroyed, and the allocator reuses addresses. Atomic,
/// since a process may run several displays, each on a thread of its own.
enum Identifier {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
