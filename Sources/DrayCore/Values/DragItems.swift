// SPDX-License-Identifier: MIT

/// What travels, item by item, as a source with the extension says (HIG-07, HIG-08).
public struct DragItems: Equatable, Sendable {
    /// In the order in which they were added.
    public private(set) var list: [Item] = []

    /// One item.
    public struct Item: Equatable, Sendable {
        /// The client's own number for it.
        public let number: UInt32
        /// What a person calls it; may be empty.
        public let name: String
        /// Where it lies, local to the origin surface; empty where it is not to be seen.
        public let place: Rectangle

        public init(number: UInt32, name: String, place: Rectangle) {
            self.number = number
            self.name = name
            self.place = place
        }
    }

    public init() {}

    public var count: Int { list.count }

    public func contains(_ number: UInt32) -> Bool { numbers.contains(number) }

    /// - Returns: false if there is one with that number.
    public mutating func add(_ item: Item) -> Bool {
        guard numbers.insert(item.number).inserted else { return false }
        list.append(item)
        return true
    }

    /// - Returns: false if there is none with that number.
    public mutating func remove(_ number: UInt32) -> Bool {
        guard numbers.remove(number) != nil else { return false }
        list.removeAll { $0.number == number }
        return true
    }

    /// Kept beside the list: a person drags thousands of files.
    private var numbers: Set<UInt32> = []
}
