// SPDX-License-Identifier: MIT

import DrayCore
import Randomness
import Testing

@Suite struct DragItemsTests {
    private func item(_ number: UInt64, _ kind: MimeType? = nil) -> DragItems.Item {
        DragItems.Item(id: DragItems.ItemID(number), name: "\(number)", kind: kind)
    }

    @Test func anItemIsReplacedInPlace() {
        var items = DragItems()
        for number in 1...3 as ClosedRange<UInt64> { items.set(item(number)) }
        items.set(item(1, "image/png"))
        #expect(items.list.map(\.id.rawValue) == [1, 2, 3])
        #expect(items[DragItems.ItemID(1)]?.kind == "image/png" && items.count == 3)
        #expect(items.remove(DragItems.ItemID(2)) && !items.remove(DragItems.ItemID(2)))
        #expect(items.list.map(\.id.rawValue) == [1, 3])
        #expect(items.last(1).map(\.id.rawValue) == [3] && items.last(9).count == 2)
    }

    /// Compares with a simple list.
    @Test func randomChangesMatchAList() {
        var random = SplitMix64(seed: 5)
        let kinds: [MimeType?] = [nil, "image/png", "image/jpeg", "text/plain", "x/y"]
        var (items, list) = (DragItems(), [DragItems.Item]())
        for _ in 0..<5000 {
            let new = item(.random(in: 0..<60, using: &random), kinds.randomElement(using: &random) ?? nil)
            let index = list.firstIndex { $0.id == new.id }
            if Bool.random(using: &random) {
                items.set(new)
                if let index { list[index] = new } else { list.append(new) }
            } else {
                #expect(items.remove(new.id) == (index != nil))
                if let index { list.remove(at: index) }
            }
            #expect(Array(items.list) == list && items.count == list.count && items.last(3) == Array(list.suffix(3)))
            let counts = Dictionary(grouping: list.compactMap(\.kind)) { $0 }.mapValues(\.count)
            #expect(items.kinds == counts)
            let words = Set(list.map { $0.kind.flatMap(ItemKind.init) })
            #expect(items.commonKind == (words.count == 1 ? words.first ?? nil : nil))
        }
    }

    @Test func onlyTheFirstKindsAreSent() {
        var items = DragItems()
        for number in 0..<100 as Range<UInt64> { items.set(item(number, MimeType("x/\(number % 50)"))) }
        #expect(items.kinds.count == DragItems.kindLimit && items.kinds["x/0"] == 2 && items.kinds["x/40"] == nil)
        for number in [0, 50] as [UInt64] { items.remove(DragItems.ItemID(number)) }
        // There is room for one more kind, with its full count.
        items.set(item(200, "x/40"))
        #expect(items.kinds["x/40"] == 3 && items.kinds["x/0"] == nil)
    }

    @Test func kindsOfTypes() {
        let kinds: [(MimeType, ItemKind?)] = [
            ("image/png", .picture), ("IMAGE/JPEG", .picture), ("video/mp4", .video), ("audio/ogg", .sound),
            ("text/html", .text), ("text/uri-list", nil), ("text/vcard", nil), ("inode/directory", .folder),
            ("application/pdf", nil), ("", nil),
        ]
        for (type, kind) in kinds { #expect(ItemKind(type) == kind, "\(type)") }
    }
}
