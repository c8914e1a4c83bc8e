// SPDX-License-Identifier: MIT

public import DrayCore
import DrayServer
public import WaylandServer

// What clients say by `dray_drag_v1`, and find its drag by (WL-05).

extension DragEngine {
    /// Why a drop where the drag is now could not be undone: the words of a target with the extension, for a person; nil where
    /// it has said nothing of that kind. For a host that asks before such drops, see ``DragHost/confirmation(of:on:)`` (HIG-27).
    public func irreversible(_ id: DragID) -> String? { drag(id)?.irreversible }

    func handle(_ request: ExtensionRequest) {
        switch request {
        case .itemsChanged(let source):
            drags.first { ($0.content as? ClientContent)?.source === source && !$0.isOver }?.itemsChanged()
        case .offerMade(let words, let offer): drag(with: offer)?.offerMade(words)
        case .offerChanged(let words, let offer): drag(with: offer)?.offerChanged(words, offer)
        case .zonesChanged(let surface): for hand in hands { hand.zonesChanged(of: surface) }
        case .undo(let handle): step(handle) { $0.undo($1) }
        case .redo(let handle): step(handle) { $0.redo($1) }
        case .answered(let handle, isDone: false):
            // Neither done nor undone: nobody can take it back any more, the host neither.
            if let id = takeBacks.first(where: { $0.value.has(handle) })?.key { journal.forget(id) }
        case .answered(_, isDone: true): break
        case .handleGone(let handle): forgetTakeBack(of: handle)
        }
    }

    /// A client has drawn on a surface that it has made the preview of an item. For hosts that say yes to
    /// ``DragHost/mayBePreview(_:)``, with each commit of such a surface.
    public func previewChanged(_ surface: WlSurface) {
        let id = SurfaceID(surface.resource.id)
        for drag in drags { drag.previewChanged(id) }
    }

    /// Whether a surface can be the preview of an item, and nothing else from here on.
    func takePreview(_ surface: WlSurface) -> Bool {
        let id = SurfaceID(surface.resource.id)
        // A host may know of windows only.
        guard !drags.contains(where: { $0.icon == id }), link.host?.mayBePreview(surface) ?? false else { return false }
        previews.insert(watch(surface))
        return true
    }

    /// Where the middles of items lie, nil for one that is not to be seen; global. Empty where nothing is known of any.
    func places(of items: [DragItems.Item], _ origin: SurfaceID, on seat: SeatID) -> [Point?] {
        guard !items.isEmpty, let surface = link.surfaces[origin],
            let bounds = link.host?.bounds(of: surface, on: seat), bounds.isVisible
        else { return [] }
        return items.map { $0.place.isEmpty ? nil : bounds.origin + $0.place.center }
    }

    // MARK: Taking back

    /// A drag is over: its clients are told whether they can take the drop back.
    func keepTakeBack(of id: DragID, from source: DropHandle?, to target: DropHandle?, _ outcome: DragOutcome) {
        guard case .finished(let action) = outcome, let target, target.isUsable,
            action == .copy || source?.isUsable ?? false
        else {
            source?.sendUnavailable()
            target?.sendUnavailable()
            return
        }
        let takeBack = TakeBack(source: source?.isUsable ?? false ? source : nil, target: target)
        takeBacks[id] = takeBack
        takeBack.tell { $0.sendFinished() }
    }

    /// Drops were done, undone or forgotten, by whomever.
    func journalChanged() {
        for (id, takeBack) in takeBacks {
            let standing = journal.standing(of: id)
            takeBacks[id]?.standing = standing
            switch (takeBack.standing, standing) {
            case (.done, .undone): takeBack.tell { $0.sendUndo() }
            case (.undone, .done): takeBack.tell { $0.sendRedo() }
            case (.some, nil):
                takeBacks[id] = nil
                takeBack.tell { $0.sendUnavailable() }
            case (.done, .done), (.undone, .undone), (nil, _): break
            }
        }
    }

    /// A person has asked a client to undo or redo its drop. One that is on its way already is left alone.
    private func step(_ handle: DropHandle, _ body: (inout DropJournal, DragID) -> DropJournal.Drop?) {
        guard let (id, takeBack) = takeBacks.first(where: { $0.value.has(handle) }), !takeBack.isBusy else { return }
        _ = body(&journal, id)
    }

    /// A client cannot do its part any more. A copy leaves nothing for its source to do.
    private func forgetTakeBack(of handle: DropHandle) {
        guard let (id, takeBack) = takeBacks.first(where: { $0.value.has(handle) }) else { return }
        let action = (Array(journal.done) + Array(journal.undone)).first { $0.drag == id }?.action
        if takeBack.source === handle, action == .copy {
            takeBacks[id]?.source = nil
            return handle.sendUnavailable()
        }
        takeBacks[id] = nil
        takeBack.tell { $0.sendUnavailable() }
    }
}
