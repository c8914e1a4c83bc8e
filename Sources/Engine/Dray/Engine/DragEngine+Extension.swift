// SPDX-License-Identifier: MIT

public import DrayCore
import DrayServer
public import WaylandServer

// The requests of `dray_drag_v1`, and the lookup of their drag (WL-05).

extension DragEngine {
    /// Returns the reason why a drop at the drag's position could not be undone, as given by a target with the
    /// extension in user-visible text, or nil if it gave none. For a host that asks before such drops, see
    /// ``DragHost/confirmation(of:on:)`` (HIG-27).
    public func irreversible(_ id: DragID) -> String? {
        drag(id).flatMap { $0.aids.extensionObjects.irreversible($0) }
    }

    func handle(_ request: ExtensionRequest) {
        switch request {
        case .itemsChanged(let source):
            let drag = drags.first { ($0.content as? ClientContent)?.source === source && !$0.isOver }
            if let drag { drag.aids.items.changed(drag) }
        case .offerMade(let object, let offer):
            if let drag = drag(with: offer) { drag.aids.extensionObjects.offerMade(object, of: drag) }
        case .offerChanged(let object, let offer):
            if let drag = drag(with: offer) { drag.aids.extensionObjects.offerChanged(object, offer, of: drag) }
        case .zonesChanged(let surface): for hand in hands { hand.zonesChanged(of: surface) }
        case .undo(let handle): step(handle) { $0.undo($1) }
        case .redo(let handle): step(handle) { $0.redo($1) }
        case .answered(let handle, isDone: false):
            // The client could neither undo nor redo the drop, so the journal, and with it the host, forgets it.
            if let id = undoRecords.first(where: { $0.value.has(handle) })?.key { journal.forget(id) }
        case .answered(_, isDone: true): break
        case .handleGone(let handle): forgetUndoRecord(of: handle)
        }
    }

    /// Reports a commit of a surface that is the preview of an item. Required for each commit from hosts that return
    /// true from ``DragHost/mayBePreview(_:)``.
    public func previewChanged(_ surface: WlSurface) {
        let id = SurfaceID(surface.resource.id)
        for drag in drags { drag.aids.items.previewChanged(id, drag) }
    }

    /// Whether a surface can become the preview of an item. If true, it has that role from now on.
    func takePreview(_ surface: WlSurface) -> Bool {
        let id = SurfaceID(surface.resource.id)
        // A host may know only the windows, so the engine checks its own icons.
        guard !drags.contains(where: { $0.icon == id }), link.host?.mayBePreview(surface) ?? false else { return false }
        previews.insert(watch(surface))
        return true
    }

    /// Returns the centres of items, nil for an item that is not visible; global. Empty if the origin has no known
    /// position.
    func places(of items: [DragItems.Item], _ origin: SurfaceID, on seat: SeatID) -> [Point?] {
        guard !items.isEmpty, let surface = link.surfaces[origin],
            let bounds = link.host?.bounds(of: surface, on: seat), bounds.isVisible
        else { return [] }
        return items.map { $0.place.isEmpty ? nil : bounds.origin + $0.place.center }
    }

    // MARK: Undo

    /// Notifies the clients of a drag that has ended whether they can undo the drop.
    func keepUndoRecord(of id: DragID, from source: DropUndoObject?, to target: DropUndoObject?, _ outcome: DragOutcome)
    {
        guard case .finished(let action) = outcome, let target, target.isUsable,
            action == .copy || source?.isUsable ?? false
        else {
            source?.sendUnavailable()
            target?.sendUnavailable()
            return
        }
        let undoRecord = UndoRecord(source: source?.isUsable ?? false ? source : nil, target: target)
        undoRecords[id] = undoRecord
        undoRecord.tell { $0.sendFinished() }
    }

    /// Handles a change of the journal: drops were done, undone or forgotten.
    func journalChanged() {
        for (id, undoRecord) in undoRecords {
            let standing = journal.standing(of: id)
            undoRecords[id]?.standing = standing
            switch (undoRecord.standing, standing) {
            case (.done, .undone): undoRecord.tell { $0.sendUndo() }
            case (.undone, .done): undoRecord.tell { $0.sendRedo() }
            case (.some, nil):
                undoRecords[id] = nil
                undoRecord.tell { $0.sendUnavailable() }
            case (.done, .done), (.undone, .undone), (nil, _): break
            }
        }
    }

    /// Performs the user's undo or redo as requested by a client. Ignored while one is already in progress.
    private func step(_ handle: DropUndoObject, _ body: (inout DropJournal, DragID) -> DropJournal.Drop?) {
        guard let (id, undoRecord) = undoRecords.first(where: { $0.value.has(handle) }), !undoRecord.isBusy else {
            return
        }
        _ = body(&journal, id)
    }

    /// Handles a client that can no longer undo. After a copy, the source has nothing to undo anyway.
    private func forgetUndoRecord(of handle: DropUndoObject) {
        guard let (id, undoRecord) = undoRecords.first(where: { $0.value.has(handle) }) else { return }
        let action = (Array(journal.done) + Array(journal.undone)).first { $0.drag == id }?.action
        if undoRecord.source === handle, action == .copy {
            undoRecords[id]?.source = nil
            return handle.sendUnavailable()
        }
        undoRecords[id] = nil
        undoRecord.tell { $0.sendUnavailable() }
    }
}
