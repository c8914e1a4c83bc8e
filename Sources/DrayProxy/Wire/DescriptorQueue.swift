// SPDX-License-Identifier: MIT

/// Descriptors on their way through, each group at the byte that it came with.
///
/// It holds numbers and closes nothing: who takes them out, or the rest at the end, closes them.
struct DescriptorQueue {
    /// What came with one reading of the socket: it goes with that byte too.
    private struct Group {
        var offset: Int
        var descriptors: [Int32]
    }

    private var groups: [Group] = []
    /// How many there are in all.
    private(set) var count = 0

    /// libwayland keeps as many for a connection at most, and ends it then.
    static let limit = 1024

    var isEmpty: Bool { groups.isEmpty }

    /// - Parameter offset: of the byte in the buffer that they came with, or an earlier one that came with them.
    mutating func append(_ descriptors: [Int32], at offset: Int) {
        guard !descriptors.isEmpty else { return }
        groups.append(Group(offset: offset, descriptors: descriptors))
        count += descriptors.count
    }

    /// Those that go with the byte at `offset`, and where the next sending has to end at the latest, so that none goes
    /// too early or together with more than the kernel takes at once.
    func next(at offset: Int) -> (descriptors: [Int32], end: Int?) {
        guard let first = groups.first else { return ([], nil) }
        guard first.offset <= offset else { return ([], first.offset) }
        let end = groups.count > 1 ? max(groups[1].offset, offset + 1) : nil
        return (first.descriptors, end)
    }

    /// The first group has been sent.
    mutating func removeFirst() -> [Int32] {
        let group = groups.removeFirst()
        count -= group.descriptors.count
        return group.descriptors
    }

    /// Bytes were added (or taken out) at a place: what came with later bytes goes on belonging to them. What belonged
    /// to bytes that were taken out goes with the next byte.
    mutating func shift(from offset: Int, by distance: Int) {
        for index in groups.indices where groups[index].offset >= offset {
            groups[index].offset = max(offset, groups[index].offset + distance)
        }
    }

    /// The buffer has moved its bytes towards its beginning.
    mutating func rebase(by distance: Int) {
        for index in groups.indices { groups[index].offset -= distance }
    }

    /// All that is left, for who closes it.
    mutating func removeAll() -> [Int32] {
        defer {
            groups = []
            count = 0
        }
        return groups.flatMap(\.descriptors)
    }
}
