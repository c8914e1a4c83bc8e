// SPDX-License-Identifier: MIT

/// The offered types in the source's order, the highest fidelity first (HIG-21).
///
/// For a type that the source offers twice, the first occurrence counts.
public struct Representations: Hashable, Sendable, RandomAccessCollection, ExpressibleByArrayLiteral {
    private let types: [MimeType]

    /// Creates the list without duplicates. Each element is the argument of one `wl_data_source.offer`.
    public init(_ types: [MimeType]) {
        var seen: Set<MimeType> = []
        self.types = types.filter { seen.insert($0).inserted }
    }

    /// Creates the list from any sequence.
    public init(_ types: some Sequence<MimeType>) { self.init(Array(types)) }

    public init(arrayLiteral elements: MimeType...) { self.init(elements) }

    public var startIndex: Int { types.startIndex }
    public var endIndex: Int { types.endIndex }
    public subscript(position: Int) -> MimeType { types[position] }

    /// Returns the first type in the source's order that a target can accept, regardless of the target's own order.
    public func richest(where isTaken: (MimeType) throws -> Bool) rethrows -> MimeType? {
        try types.first(where: isTaken)
    }

    /// Returns the longest prefix of the list whose names have at most `limit` bytes in total.
    public func richest(withinBytes limit: Int) -> Representations {
        var left = limit
        for index in types.indices {
            left -= types[index].rawValue.utf8.count
            if left < 0 { return Representations(types[..<index]) }
        }
        return self
    }

    /// Returns the first of these types in the source's order.
    public func richest(of taken: Set<MimeType>) -> MimeType? {
        richest(where: taken.contains)
    }
}
