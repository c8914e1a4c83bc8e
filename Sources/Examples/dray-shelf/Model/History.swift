// SPDX-License-Identifier: MIT

/// The states of the shelf before each drop and each command, for undo (HIG-37) and redo.
///
/// The history belongs to this window. A step is a change in this window; drops and commands without a change are not
/// steps. A drop between two windows is stored with its number; if both windows can undo it, they do it together.
struct History {
    private var past: [(shelf: Shelf, exchange: Int?)] = []
    /// The undone states, the last one at the end.
    private var future: [Shelf] = []

    /// The maximum number of steps.
    static let limit = 100

    var canRedo: Bool { !future.isEmpty }
    /// The number of the last step, if it was a drop between two windows.
    var lastExchange: Int? { past.last?.exchange }

    /// Records the state before a drop.
    mutating func record(_ shelf: Shelf, exchange: Int? = nil) {
        future = []
        past.append((shelf, exchange))
        if past.count > Self.limit { past.removeFirst() }
    }

    /// Removes the step of a drop that both windows have undone, and its cards from all recorded states.
    mutating func forget(exchange: Int, items: [Item.ID]) {
        past.removeAll { $0.exchange == exchange }
        future = []
        for index in past.indices { for item in items { past[index].shelf.remove(item) } }
    }

    /// The state before the last drop; nil if there is nothing to undo.
    ///
    /// Other changes since are kept: the window's size, and content that has arrived.
    mutating func undo(_ present: Shelf) -> Shelf? {
        while let past = past.popLast() {
            let shelf = Self.bring(past.shelf, upTo: present)
            guard !shelf.isArranged(like: present) else { continue }
            future.append(present)
            return shelf
        }
        return nil
    }

    /// The state before the last undo; nil if there were other changes since.
    mutating func redo(_ present: Shelf) -> Shelf? {
        guard let next = future.popLast() else { return nil }
        past.append((present, nil))
        return Self.bring(next, upTo: present)
    }

    private static func bring(_ past: Shelf, upTo present: Shelf) -> Shelf {
        var shelf = past
        shelf.layout = present.layout
        for item in shelf.items {
            if let content = present[item.id]?.content {
                shelf.update(item.id, to: content)
            } else if case .arriving = item.content {
                // The content never arrived.
                shelf.remove(item.id)
            }
        }
        return shelf
    }
}
