// SPDX-License-Identifier: MIT

import TestClients
import WaylandClient

/// The `dray_drag_v1` objects of the source and the target, kept so that any of them can be destroyed.
final class StageWords {
    private let sourceManager: DrayDragManagerV1
    private let targetManager: DrayDragManagerV1
    private var source: DrayDragSourceV1?
    private var origin: DrayDragSourceV1?
    private var items: [DrayDragItemV1] = []
    private var previews: [WlSurface] = []
    private var offer: DrayDragOfferV1?
    private var surface: DrayDragSurfaceV1?
    private var zone: DrayDragZoneV1?
    private var given: DrayDragDropV1?
    private var taken: DrayDragDropV1?
    private var isManagerThere = true
    /// The events of the drop objects, in order.
    private(set) var log: [String] = []

    init?(_ source: DragClient, _ target: DragClient) {
        guard let sourceManager = source.dragManager, let targetManager = target.dragManager else { return nil }
        self.sourceManager = sourceManager
        self.targetManager = targetManager
    }

    // MARK: The source

    func getSource(_ content: WlDataSource?) { source = content.map { sourceManager.getSource(source: $0) } }
    func getOrigin(_ window: TestWindow?) { origin = window.map { sourceManager.getOrigin(surface: $0.surface) } }
    func add(_ client: DragClient) {
        guard let source else { return }
        let preview = client.makeSurface()
        items.append(source.makeItem("item", kind: "image/png", at: (4, 4, 20, 20), preview: preview))
        previews.append(preview)
    }
    func drawPreview(_ client: DragClient) {
        guard let preview = previews.last else { return }
        client.attach(to: preview, width: 30, height: 20)
        preview.commit()
    }
    func changeItem() {
        items.last?.setKind(mimeType: "text/plain")
        items.last?.setPreview(surface: nil)
        items.last?.commit()
    }
    func removeItem() { if !items.isEmpty { items.removeFirst().destroy() } }
    func describeSource() {
        source?.setContainer(container: 1)
        source?.setSize(mimeType: "text/plain", sizeHi: 0, sizeLo: 100)
    }
    func getSourceDrop() {
        given = source?.getDrop()
        given.map { hear($0, "source") }
    }

    // MARK: The target

    func getSurface(_ window: TestWindow?) { surface = window.map { targetManager.getSurface(surface: $0.surface) } }
    func createZone() {
        zone = surface?.createZone()
        zone?.setRectangle(x: 0, y: 0, width: 150, height: 150)
        zone?.setLabel(label: "a zone")
        zone?.setContainer(container: 2)
        zone?.setBehaviour(behaviour: [.accepting, .springLoaded, .scrollVertically])
    }
    func commit() { surface?.commit() }
    func getOffer(_ core: WlDataOffer?) { offer = core.map { targetManager.getOffer(offer: $0) } }
    func describeOffer() {
        offer?.takeItems(count: 1)
        offer?.setPreviewSize(width: 60, height: 40)
        offer?.setInsertion(x: 10, y: 10, width: 60, height: 40)
    }
    func warn(_ reason: String?) {
        if let reason { offer?.setIrreversible(reason: reason) } else { offer?.unsetIrreversible() }
    }
    func getOfferDrop() {
        taken = offer?.getDrop()
        taken.map { hear($0, "target") }
    }
    func tell(progress: UInt32) { offer?.setProgress(progress: progress) }

    // MARK: Undo

    /// Sends `undo`, which is allowed only after the drop has finished.
    func undo() { if log.contains("target finished") { taken?.undo() } }
    func redo() { if log.contains("source finished") { given?.redo() } }

    private func hear(_ drop: DrayDragDropV1, _ side: String) {
        drop.onEvent { [weak self, weak proxy = drop.proxy] event in
            self?.log.append("\(side) \(event)")
            switch event {
            case .undo, .redo: if let proxy { DrayDragDropV1(proxy).answer(result: .done) }
            case .finished, .unavailable: break
            }
        }
    }

    // MARK: Losses

    /// - Returns: false if it does not exist now.
    func kill(_ victim: Victim.Words) -> Bool {
        switch victim {
        case .source: destroy(&source) { $0.destroy() }
        case .origin: destroy(&origin) { $0.destroy() }
        case .item: destroyLast(&items) { $0.destroy() }
        case .preview: destroyLast(&previews) { $0.destroy() }
        case .offer: destroy(&offer) { $0.destroy() }
        case .surface: destroy(&surface) { $0.destroy() }
        case .zone: destroy(&zone) { $0.destroy() }
        case .sourceDrop: destroy(&given) { $0.destroy() }
        case .targetDrop: destroy(&taken) { $0.destroy() }
        case .managers: destroyManagers()
        }
    }

    private func destroy<Object>(_ object: inout Object?, _ body: (Object) -> Void) -> Bool {
        guard let there = object else { return false }
        body(there)
        object = nil
        return true
    }

    private func destroyLast<Object>(_ objects: inout [Object], _ body: (Object) -> Void) -> Bool {
        guard let last = objects.popLast() else { return false }
        body(last)
        return true
    }

    private func destroyManagers() -> Bool {
        guard isManagerThere else { return false }
        sourceManager.destroy()
        targetManager.destroy()
        isManagerThere = false
        return true
    }
}
