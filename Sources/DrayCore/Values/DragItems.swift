// SPDX-License-Identifier: MIT

/// What travels, item by item, as a source with the extension says (HIG-07, HIG-08).
///
/// A person drags thousands of files: an item is added, changed or taken out without a look at all others.
public struct DragItems: Equatable, Sendable {
    /// How many items are of which kind, as they are told to a target; of more kinds than ``kindLimit`` the first.
    public private(set) var kinds: [MimeType: Int] = [:]

    /// In the order in which they were added, with holes where others were.
    private var slots: [Item?] = []
    private var places: [ItemID: Int] = [:]
    private var ofKind: [MimeType: Int] = [:]
    private var words: [ItemKind: Int] = [:]

    /// More than a person tells apart, and few enough to be told with each change.
    public static let kindLimit = 32

    /// An item of a client's.
    public struct ItemID: Hashable, Sendable, BitwiseCopyable {
        public let rawValue: UInt64
        public init(_ rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// One item.
    public struct Item: Equatable, Sendable {
        public let id: ItemID
        /// What a person calls it; may be empty.
        public var name: String
        /// What it is; nil where that is not known.
        public var kind: MimeType?
        /// Where it lies, local to the origin surface; empty where it is not to be seen.
        public var place: Rectangle
        /// What its client draws it on; nil where it does not.
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

    /// In the order in which they were added.
    public var list: some Sequence<Item> { slots.lazy.compactMap { $0 } }

    /// The last that were added, the earliest of them first.
    public func last(_ count: Int) -> [Item] {
        var found: [Item] = []
        for case let item? in slots.reversed() {
            guard found.count < count else { break }
            found.append(item)
        }
        return found.reversed()
    }

    /// What all of them are, in a person's words; nil where they are unlike, or not known.
    public var commonKind: ItemKind? { words.first { $0.value == count }?.key }

    public subscript(id: ItemID) -> Item? { places[id].flatMap { slots[$0] } }

    /// Adds an item, or changes it in its place.
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
    /// Counts; what there is none of is left out.
    fileprivate mutating func add(_ change: Int, to key: Key) {
        let count = self[key, default: 0] + change
        self[key] = count > 0 ? count : nil
    }
}
