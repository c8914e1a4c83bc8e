// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// Our side of a drop between two windows, by `dray_drag_drop_v1`: whoever undoes it, both take their part back (HIG-26).
final class TakeBack {
    enum Event {
        case undo
        case redo
    }

    /// Whether the drop can be undone, or redone, as things are.
    private(set) var isFinished = false

    private let object: DrayDragDropV1

    /// - Parameter handler: does our part, and returns whether it could.
    init(_ object: DrayDragDropV1, _ handler: @escaping (Event) -> Bool) {
        self.object = object
        object.onEvent { [weak self, weak proxy = object.proxy] event in
            guard let proxy else { return }
            let object = DrayDragDropV1(proxy)
            switch event {
            case .finished: self?.isFinished = true
            case .undo: object.answer(result: handler(.undo) ? .done : .failed)
            case .redo: object.answer(result: handler(.redo) ? .done : .failed)
            case .unavailable: self?.isFinished = false
            }
        }
    }

    deinit {
        object.destroy()
    }

    /// Asks both sides; ours does nothing before it is told.
    func undo() { object.undo() }
    func redo() { object.redo() }
}
