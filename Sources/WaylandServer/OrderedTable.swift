// SPDX-License-Identifier: MIT

/// Values by key, in the order in which they were added. To add, to find and to remove one takes constant time on
/// average, however many there are: a client that disconnects takes thousands of objects with it, in an order that it
/// chooses.
package struct OrderedTable<Key: Hashable, Value> {
    /// Nil where one was removed.
    private var entries: [(key: Key, value: Value)?] = []
    private var places: [Key: Int] = [:]

    package init() {}

    package var count: Int { places.count }
    package var isEmpty: Bool { places.isEmpty }

    package subscript(key: Key) -> Value? { places[key].flatMap { entries[$0]?.value } }

    /// Adds a value behind all others; replaces the one that has the key, in its place.
    package mutating func set(_ value: Value, for key: Key) {
        if let place = places[key] {
            entries[place] = (key, value)
        } else {
            places[key] = entries.count
            entries.append((key, value))
        }
    }

    /// Changes the value of a key where it is; adds `value` before if there is none.
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

    /// Takes out the gaps: at least as many were made since the last time as entries are moved.
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
