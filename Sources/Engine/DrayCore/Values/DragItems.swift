// SPDX-License-Identifier: MIT

/// The dragged items, as described by a source with the extension (HIG-07, HIG-08).
///
/// A user may drag thousands of files: an item is added, changed or removed without iterating over the others.
public struct DragItems: Equatable, Sendable {
    /// The number of items by kind, as sent to a target; at most the first ``kindLimit`` kinds.
    public private(set) var kinds: [MimeType: Int] = [:]

    /// The items in the order of their addition, with nil in the slots of removed ones.
    private var slots: [Item?] = []
    private var places: [ItemID: Int] = [:]
    private var ofKind: [MimeType: Int] = [:]
    private var words: [ItemKind: Int] = [:]

    /// More kinds than a user distinguishes, and few enough to send with each change.
    public static let kindLimit = 32

    /// The identifier of a client's item.
    public struct ItemID: Hashable, Sendable, BitwiseCopyable {
        public let rawValue: UInt64
        public init(_ rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// One item.
    public struct Item: Equatable, Sendable {
        public let id: ItemID
        /// The user-visible name; may be empty.
        public var name: String
        /// The MIME type; nil if unknown.
        public var kind: MimeType?
        /// The item's bounds, local to the origin surface; empty if it is not visible.
        public var place: Rectangle
        /// The surface with the client's preview of the item; nil if there is none.
        public var preview: SurfaceID?

        public init(
            id: ItemID, name: String = "", kind: MimeType? = nil, place: Rectangle = .zero, preview: SurfaceID? = nil
        ) {
            self.id = id
            self.name = name
            self.kind = kind
            self.place = place
            self.preview = preview
        }
    }

    public init() {}

    public var count: Int { places.count }

    /// The items in the order of their addition.
    public var list: some Sequence<Item> { slots.lazy.compactMap { $0 } }

    /// Returns the items that were added last, the earliest of them first.
    public func last(_ count: Int) -> [Item] {
        var found: [Item] = []
        for case let item? in slots.reversed() {
            guard found.count < count else { break }
            found.append(item)
        }
        return found.reversed()
    }

    /// The kind that all items share; nil if they differ or a kind is unknown.
    public var commonKind: ItemKind? { words.first { $0.value == count }?.key }

    public subscript(id: ItemID) -> Item? { places[id].flatMap { slots[$0] } }

    /// Adds an item, or replaces the one with the same identifier.
    public mutating func set(_ item: Item) {
        if let place = places[item.id] {
            if let before = slots[place] { note(before, -1) }
            slots[place] = item
        } else {
            places[item.id] = slots.count
            slots.append(item)
        }
        note(item, 1)
    }

    /// Removes an item.
    ///
    /// - Returns: false if there is no such item.
    @discardableResult
    public mutating func remove(_ id: ItemID) -> Bool {
        guard let place = places.removeValue(forKey: id) else { return false }
        if let item = slots[place] { note(item, -1) }
        slots[place] = nil
        if slots.count > 2 * places.count { closeHoles() }
        return true
    }

    private mutating func closeHoles() {
        slots.removeAll { $0 == nil }
        for (place, item) in slots.enumerated() { if let item { places[item.id] = place } }
    }

    private mutating func note(_ item: Item, _ change: Int) {
        guard let kind = item.kind else { return }
        if let word = ItemKind(kind) { words.add(change, to: word) }
        ofKind.add(change, to: kind)
        if kinds[kind] != nil || kinds.count < Self.kindLimit { kinds[kind] = ofKind[kind] }
    }
}

extension Dictionary where Value == Int {
    /// Adds to a count, and removes the key if the count becomes 0.
    fileprivate mutating func add(_ change: Int, to key: Key) {
        let count = self[key, default: 0] + change
        self[key] = count > 0 ? count : nil
    }
}
