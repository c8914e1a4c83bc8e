// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// One side of a drop between two windows, by `dray_drag_drop_v1`: undo on either side reverts both (HIG-26).
final class UndoRecord {
    enum Event {
        case undo
        case redo
    }

    /// Whether the drop can currently be undone or redone.
    private(set) var isFinished = false
    /// Called when the result of the drop is known. If it has failed, `failed` was sent before.
    var settled: () -> Void = {}

    private let object: DrayDragDropV1
    /// Whether the compositor has discarded the drop.
    private var isOver = false

    /// - Parameter handler: undoes or redoes this side, and returns whether it succeeded.
    init(_ object: DrayDragDropV1, _ handler: @escaping (Event) -> Bool) {
        self.object = object
        object.onEvent { [weak self, weak proxy = object.proxy] event in
            guard let proxy else { return }
            let object = DrayDragDropV1(proxy)
            switch event {
            case .finished:
                self?.isFinished = true
                self?.settled()
            case .undo: object.answer(result: handler(.undo) ? .done : .failed)
            case .redo: object.answer(result: handler(.redo) ? .done : .failed)
            case .unavailable:
                object.destroy()
                self?.isOver = true
                self?.isFinished = false
                self?.settled()
            }
        }
    }

    deinit {
        if !isOver { object.destroy() }
    }

    /// Requests undo on both sides; this side waits for the event.
    func undo() { object.undo() }
    func redo() { object.redo() }
}

/// A drop between this window and another one, which both can undo while they exist (HIG-26).
final class Exchange {
    let number: Int
    /// The grabbed card, if this window is the source.
    let lead: Item.ID?
    /// The cards that were sent or received.
    var items: [Item] = []
    var record: UndoRecord?
    /// Whether the drop was undone, and can be redone.
    var isUndone = false

    init(number: Int, lead: Item.ID?) {
        self.number = number
        self.lead = lead
    }

    /// Whether the other window can undo its part.
    var canUndo: Bool { record?.isFinished == true && !isUndone }
    var canRedo: Bool { record?.isFinished == true && isUndone }
}
