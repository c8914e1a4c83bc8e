// SPDX-License-Identifier: MIT

/// What the shelf was before each drop, so that undo takes a drop back (HIG-37).
///
/// It is this window's own: a step is what a drop has changed here. What such a drop did in another window is taken back
/// over there, and a drop that changed nothing here, or failed, is not a step.
struct History {
    private var past: [Shelf] = []

    /// As many drops as anybody will take back one by one.
    static let limit = 100

    /// Remembers a shelf as it is before a drop.
    mutating func record(_ shelf: Shelf) {
        past.append(shelf)
        if past.count > Self.limit { past.removeFirst() }
    }

    /// The shelf as it was before the last drop; nil if there is none to take back.
    ///
    /// What went on meanwhile is kept: the window's size, and content that has arrived.
    mutating func undo(_ present: Shelf) -> Shelf? {
        while let past = past.popLast() {
            let shelf = Self.bring(past, upTo: present)
            if !shelf.isArranged(like: present) { return shelf }
        }
        return nil
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
