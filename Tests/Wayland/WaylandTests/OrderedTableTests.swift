// SPDX-License-Identifier: MIT

import Testing
import WaylandServer

/// A client determines the order in which thousands of its objects are destroyed; the cost is counted in comparisons.
@Suite(.serialized) struct OrderedTableTests {
    /// A key that counts its comparisons.
    private struct Key: Hashable {
        nonisolated(unsafe) static var looks = 0
        let number: Int

        static func == (left: Key, right: Key) -> Bool {
            looks += 1
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) {
            Self.looks += 1
            hasher.combine(number)
        }
    }

    enum Order: CaseIterable {
        case first, last, middle, mixed

        func indices(_ count: Int) -> [Int] {
            switch self {
            case .first: Array(0..<count)
            case .last: (0..<count).reversed()
            case .middle: (0..<count).map { count / 2 + ($0.isMultiple(of: 2) ? $0 / 2 : -($0 + 1) / 2) }
            // A step that is coprime with the counts below reaches each index once.
            case .mixed: (0..<count).map { $0 * 7919 % count }
            }
        }
    }

    private func looks(_ count: Int, removing order: Order) -> Int {
        var table = OrderedTable<Key, Int>()
        for number in 0..<count { table.set(number, for: Key(number: number)) }
        Key.looks = 0
        for number in order.indices(count) { #expect(table.remove(Key(number: number)) == number) }
        #expect(table.isEmpty && Array(table).isEmpty)
        return Key.looks
    }

    @Test(arguments: Order.allCases) func removingAllCostsEachTheSame(order: Order) {
        let few = looks(1000, removing: order)
        let many = looks(16_000, removing: order)
        #expect(many < 16 * few * 3 / 2, "\(few) looks for 1000, \(many) for 16000")
        #expect(many < 16_000 * 20)
    }

    @Test func theOrderIsThatOfAdding() {
        var table = OrderedTable<Int, String>()
        for number in 0..<40 { table.set("\(number)", for: number) }
        for number in 0..<40 where !number.isMultiple(of: 4) { table.remove(number) }
        #expect(Array(table) == (0..<10).map { "\(4 * $0)" })
        table.set("again", for: 8)
        table.set("new", for: 1)
        table.change(12, default: "") { $0 += "!" }
        table.change(2, default: "made") { $0 += "!" }
        #expect(Array(table).prefix(5) == ["0", "4", "again", "12!", "16"])
        #expect(Array(table).suffix(2) == ["new", "made!"])
        #expect(table.count == 12 && table[8] == "again" && table[3] == nil && table.remove(3) == nil)
        table.removeAll()
        #expect(table.count == 0 && table[8] == nil)
    }
}
