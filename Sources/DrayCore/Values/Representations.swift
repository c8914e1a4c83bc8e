// SPDX-License-Identifier: MIT

/// The types that content is offered as, in the source's order: the highest fidelity first (HIG-21).
///
/// A type that the source names twice counts where it came first.
public struct Representations: Hashable, Sendable, RandomAccessCollection, ExpressibleByArrayLiteral {
    private let types: [MimeType]

    /// The types without duplicates, each from one `wl_data_source.offer`.
    public init(_ types: [MimeType]) {
        var seen: Set<MimeType> = []
        self.types = types.filter { seen.insert($0).inserted }
    }

    /// The same of any sequence.
    public init(_ types: some Sequence<MimeType>) { self.init(Array(types)) }

    public init(arrayLiteral elements: MimeType...) { self.init(elements) }

    public var startIndex: Int { types.startIndex }
    public var endIndex: Int { types.endIndex }
    public subscript(position: Int) -> MimeType { types[position] }

    /// The richest type that a target can take: the first in the source's order, whatever order the target likes.
    public func richest(where isTaken: (MimeType) throws -> Bool) rethrows -> MimeType? {
        try types.first(where: isTaken)
    }

    /// The richest, as many as have names of so many bytes in all.
    public func richest(withinBytes limit: Int) -> Representations {
        var left = limit
        for index in types.indices {
            left -= types[index].rawValue.utf8.count
            if left < 0 { return Representations(types[..<index]) }
        }
        return self
    }

    /// The richest of these types.
    public func richest(of taken: Set<MimeType>) -> MimeType? {
        richest(where: taken.contains)
    }
}
