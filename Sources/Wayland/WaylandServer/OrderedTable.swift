// SPDX-License-Identifier: MIT

/// A dictionary that preserves insertion order. Adding, finding and removing a value takes constant time on average,
/// regardless of the count: a client that disconnects removes thousands of objects, in an order that it can choose.
package struct OrderedTable<Key: Hashable, Value> {
    /// Nil for a removed entry.
    private var entries: [(key: Key, value: Value)?] = []
    private var places: [Key: Int] = [:]

    package init() {}

    package var count: Int { places.count }
    package var isEmpty: Bool { places.isEmpty }

    package subscript(key: Key) -> Value? { places[key].flatMap { entries[$0]?.value } }

    /// Appends a value, or replaces the value of the key in place.
    package mutating func set(_ value: Value, for key: Key) {
        if let place = places[key] {
            entries[place] = (key, value)
        } else {
            places[key] = entries.count
            entries.append((key, value))
        }
    }

    /// Changes the value of a key in place; first adds `value` if there is none.
    package mutating func change(_ key: Key, default value: @autoclosure () -> Value, _ change: (inout Value) -> Void) {
        if places[key] == nil { set(value(), for: key) }
        if let place = places[key] { change(&entries[place]!.value) }
    }

    @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        defer {
            entries[place] = nil
            if entries.count > 2 * places.count + 8 { close() }
        }
        return entries[place]?.value
    }

    package mutating func removeAll() {
        entries = []
        places = [:]
    }

    /// Removes the gaps. There are at least as many as entries to move.
    private mutating func close() {
        entries = entries.filter { $0 != nil }
        for (place, entry) in entries.enumerated() {
            if let entry { places[entry.key] = place }
        }
    }
}

extension OrderedTable: Sequence {
    package func makeIterator() -> some IteratorProtocol<Value> { entries.lazy.compactMap { $0?.value }.makeIterator() }
}
