// SPDX-License-Identifier: MIT

/// What the shelf was before each drop and each command, so that undo takes it back (HIG-37), and redo brings it back.
///
/// It is this window's own: a step is what has changed here, and one that changed nothing here, or failed, is not a step. Of a drop
/// between two windows it knows the number; where both can take their part back, they do it together.
struct History {
    private var past: [Step] = []
    /// What was undone, the last one at the end.
    private var future: [Shelf] = []

    private struct Step {
        var shelf: Shelf
        /// Of the drop between two windows that it was.
        let exchange: Int?
    }

    /// As many drops as anybody will take back one by one.
    static let limit = 100

    var canUndo: Bool { !past.isEmpty }
    var canRedo: Bool { !future.isEmpty }
    /// The drop between two windows that was the last step; nil if it was something else.
    var lastExchange: Int? { past.last?.exchange }

    /// Remembers a shelf as it is before a drop.
    mutating func record(_ shelf: Shelf, exchange: Int? = nil) {
        future = []
        past.append(Step(shelf: shelf, exchange: exchange))
        if past.count > Self.limit { past.removeFirst() }
    }

    /// A drop between two windows was taken back by both: it is no step any more, and what had come by it is nowhere in the past.
    mutating func forget(exchange: Int, items: [Item.ID]) {
        past.removeAll { $0.exchange == exchange }
        future = []
        for index in past.indices { for item in items { past[index].shelf.remove(item) } }
    }

    /// The shelf as it was before the last drop; nil if there is none to take back.
    ///
    /// What went on meanwhile is kept: the window's size, and content that has arrived.
    mutating func undo(_ present: Shelf) -> Shelf? {
        while let past = past.popLast() {
            let shelf = Self.bring(past.shelf, upTo: present)
            guard !shelf.isArranged(like: present) else { continue }
            future.append(present)
            return shelf
        }
        return nil
    }

    /// The shelf as it was before the last undo; nil if something else has happened since.
    mutating func redo(_ present: Shelf) -> Shelf? {
        guard let next = future.popLast() else { return nil }
        past.append(Step(shelf: present, exchange: nil))
        return Self.bring(next, upTo: present)
    }

    private static func bring(_ past: Shelf, upTo present: Shelf) -> Shelf {
        var shelf = past
        shelf.layout = present.layout
        for item in shelf.items {
            switch (item.content, present[item.id]?.content) {
            case (_, let content?): shelf.update(item.id, to: content)
            // It was on its way then, and never came.
            case (.arriving, nil): shelf.remove(item.id)
            case (.text, nil), (.contact, nil): break
            }
        }
        return shelf
    }
}
