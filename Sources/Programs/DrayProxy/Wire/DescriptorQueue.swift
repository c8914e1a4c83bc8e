// SPDX-License-Identifier: MIT

/// The descriptors of a stream, in groups that are attached to the byte they arrived with.
///
/// It stores numbers and closes nothing. The caller closes the descriptors that it removes.
struct DescriptorQueue {
    /// The descriptors of one read, which are sent with the same byte.
    private struct Group {
        var offset: Int
        var descriptors: [Int32]
    }

    private var groups: [Group] = []
    /// The number of all descriptors.
    private(set) var count = 0

    /// The limit, equal to that of libwayland for a connection, which it closes beyond that.
    static let limit = 1024

    var isEmpty: Bool { groups.isEmpty }

    /// - Parameter offset: the offset of the byte that the descriptors arrived with, or of an earlier byte of the same
    ///   read.
    mutating func append(_ descriptors: [Int32], at offset: Int) {
        guard !descriptors.isEmpty else { return }
        groups.append(Group(offset: offset, descriptors: descriptors))
        count += descriptors.count
    }

    /// The descriptors to be sent with the byte at `offset`, and the offset at which the next write must end at the
    /// latest, so that none is sent too early or with more than the kernel accepts at once.
    func next(at offset: Int) -> (descriptors: [Int32], end: Int?) {
        guard let first = groups.first else { return ([], nil) }
        guard first.offset <= offset else { return ([], first.offset) }
        let end = groups.count > 1 ? max(groups[1].offset, offset + 1) : nil
        return (first.descriptors, end)
    }

    /// Removes the first group after it has been sent.
    mutating func removeFirst() -> [Int32] {
        let group = groups.removeFirst()
        count -= group.descriptors.count
        return group.descriptors
    }

    /// Adjusts the offsets after bytes were inserted or removed. Descriptors of later bytes stay with them; descriptors
    /// of removed bytes are sent with the next byte.
    mutating func shift(from offset: Int, by distance: Int) {
        for index in groups.indices where groups[index].offset >= offset {
            groups[index].offset = max(offset, groups[index].offset + distance)
        }
    }

    /// Adjusts the offsets after the buffer's bytes have moved to its beginning.
    mutating func rebase(by distance: Int) {
        for index in groups.indices { groups[index].offset -= distance }
    }

    /// Removes and returns all descriptors. The caller closes them.
    mutating func removeAll() -> [Int32] {
        defer {
            groups = []
            count = 0
        }
        return groups.flatMap(\.descriptors)
    }
}
