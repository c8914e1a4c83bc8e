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
    /// Called once it is settled how the drop has ended. `failed`, where it has failed, has come before.
    var settled: () -> Void = {}

    private let object: DrayDragDropV1
    /// Whether the compositor knows nothing of the drop any more.
    private var isOver = false

    /// - Parameter handler: does our part, and returns whether it could.
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

    /// Asks both sides; ours does nothing before it is told.
    func undo() { object.undo() }
    func redo() { object.redo() }
}
