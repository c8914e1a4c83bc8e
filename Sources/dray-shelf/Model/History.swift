// SPDX-License-Identifier: MIT

/// What the shelf was before each drop and each command, so that undo takes it back (HIG-37), and redo brings it back.
///
/// It is this window's own: a step is what has changed here. What a drop did in another window is taken back
/// over there, and one that changed nothing here, or failed, is not a step.
struct History {
    private var past: [Shelf] = []
    /// What was undone, the last one at the end.
    private var future: [Shelf] = []

    /// As many drops as anybody will take back one by one.
    static let limit = 100

    var canUndo: Bool { !past.isEmpty }
    var canRedo: Bool { !future.isEmpty }

    /// Remembers a shelf as it is before a drop.
    mutating func record(_ shelf: Shelf) {
        future = []
        past.append(shelf)
        if past.count > Self.limit { past.removeFirst() }
    }

    /// The shelf as it was before the last drop; nil if there is none to take back.
    ///
    /// What went on meanwhile is kept: the window's size, and content that has arrived.
    mutating func undo(_ present: Shelf) -> Shelf? {
        while let past = past.popLast() {
            let shelf = Self.bring(past, upTo: present)
            guard !shelf.isArranged(like: present) else { continue }
            future.append(present)
            return shelf
        }
        return nil
    }

    /// The shelf as it was before the last undo; nil if something else has happened since.
    mutating func redo(_ present: Shelf) -> Shelf? {
        guard let next = future.popLast() else { return nil }
        past.append(present)
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
