// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// The target of drags over the window.
///
/// In the order of the protocol: `data_offer` and its types, `enter`, then `accept` and `set_actions` for each
/// position, then `leave` or `drop`. After the drop, the data is requested, and `finish` is sent when it has arrived.
final class DropIn {
    enum Event {
        /// An event of the device follows, and the events of zones that belong to it.
        case began
        case entered(Offer, accepts: String?, at: Point)
        /// The drag is at another position, or the result of a drop has changed.
        case moved(Visit)
        case left
        /// The content was dropped on an accepting part.
        case dropped(Visit)
        case progress(Item.ID, Int, total: Int?)
        /// The number of items in the drag, in total and of each kind, as sent by the extension.
        case items(Int, kinds: [String: Int])
        /// The content has arrived.
        case received(Item.ID, [String], type: String, bytes: [UInt8])
        case failed(Item.ID, type: String, reason: String)
    }

    /// The permitted actions at a point, none by default, and their description by the extension.
    struct Verdict {
        var actions: WlDataDeviceManager.DndAction = []
        var preferred: WlDataDeviceManager.DndAction = []
        var answer = OfferExtension.Answer()
    }

    private let device: WlDataDevice
    private let loop: EventLoop
    private let carried: () -> DragOut.Carried?
    private let judge: (Point, DragOut.Carried?, _ items: Int) -> Verdict
    private let manager: DrayDragManagerV1?
    private let handler: (Event) -> Void
    /// The offer that was introduced, but has no use yet.
    private var introduced: Offer?
    private var selection: Offer?
    private var visit: Visit?
    private var arrivals: [Arrival] = []

    /// The period of a drag over the window, up to a drop.
    struct Visit {
        fileprivate let offer: Offer
        /// The serial of `enter`, for `accept`.
        fileprivate let serial: UInt32
        /// The representation to be read; nil if the offer contains nothing usable.
        fileprivate let choice: (representation: Representation, type: String)?
        /// The own cards that are dragged; nil for content of other applications. A regular data device receives no
        /// other drag while one of its client is active.
        let carried: DragOut.Carried?
        fileprivate(set) var point: Point
        /// The last decision that was sent to the compositor.
        fileprivate var sent: (actions: WlDataDeviceManager.DndAction, preferred: WlDataDeviceManager.DndAction)?

        var type: String? { choice?.type }
        var action: WlDataDeviceManager.DndAction { offer.action }
        fileprivate var isRefused: Bool { sent?.actions.isEmpty ?? true }
        /// Whether the compositor has asked the user about a drop that cannot be undone, and the user has confirmed it.
        var isConfirmed: Bool { offer.description?.isConfirmed ?? false }
    }

    /// - Parameters:
    ///   - carried: returns the own cards that are dragged.
    ///   - judge: returns the permitted actions at a point of the window, for a number of items.
    init(
        _ device: WlDataDevice, _ manager: DrayDragManagerV1?, _ loop: EventLoop,
        carried: @escaping () -> DragOut.Carried?, judge: @escaping (Point, DragOut.Carried?, Int) -> Verdict,
        handler: @escaping (Event) -> Void
    ) {
        self.device = device
        self.loop = loop
        self.carried = carried
        self.judge = judge
        self.manager = manager
        self.handler = handler
        device.onEvent { [weak self] in self?.handle($0) }
    }

    /// Reads dropped content into a placeholder.
    /// - Parameter record: receives the result of the drop, with the extension.
    func receive(_ drop: Visit, into item: Item.ID, _ record: UndoRecord?) {
        if let choice = drop.choice { receive(drop.offer, choice, into: item, record) }
    }

    /// Whether the clipboard contains something usable.
    var canPaste: Bool { selection.map { Representation.best(of: $0.types) != nil } ?? false }

    /// Reads the clipboard into a placeholder.
    func paste(into item: Item.ID) {
        guard let selection, let choice = Representation.best(of: selection.types) else { return }
        receive(selection, choice, into: item, nil)
    }

    private func receive(
        _ offer: Offer, _ choice: (representation: Representation, type: String), into item: Item.ID,
        _ record: UndoRecord?
    ) {
        let arrival = Arrival(offer, as: choice.type, choice.representation, for: item, record, loop) {
            [weak self] in self?.handle($1, of: $0)
        }
        guard let arrival else { return handler(.failed(item, type: choice.type, reason: "no pipe could be created")) }
        arrivals.append(arrival)
    }

    /// Ends a drop that needs no data: of own cards, or on the shredder.
    func finish(_ drop: Visit) { finish(drop.offer) }

    /// Offers to undo this side of the drop; nil without the extension.
    func undoRecord(_ drop: Visit, _ handler: @escaping (UndoRecord.Event) -> Bool) -> UndoRecord? {
        drop.offer.description?.undoRecord(handler)
    }

    /// Updates the decision although the pointer has not moved.
    func reconsider() {
        answer()
        moved()
    }

    /// Gives up a transfer; the source is notified by the destruction of the offer.
    func abandon(_ item: Item.ID) {
        arrivals.removeAll { $0.item == item }
    }

    // MARK: Private

    /// Sends the decision for the current position if it has changed.
    private func answer() {
        guard let visit else { return }
        let items = visit.offer.description?.items ?? 1
        let verdict = visit.choice == nil ? Verdict() : judge(visit.point, visit.carried, items)
        visit.offer.description?.send(verdict.answer)
        let decision = (actions: verdict.actions, preferred: verdict.preferred)
        if let sent = visit.sent, sent == decision { return }
        self.visit?.sent = decision
        visit.offer.object.accept(serial: visit.serial, mimeType: verdict.actions.isEmpty ? nil : visit.choice?.type)
        visit.offer.object.setActions(dndActions: verdict.actions, preferredAction: verdict.preferred)
    }

    private func finish(_ offer: Offer) {
        if offer.action.contains(.ask) {
            // The action is `ask`. There is no menu, so the safest action is chosen: copy.
            offer.object.setActions(dndActions: .copy, preferredAction: .copy)
        }
        offer.object.finish()
    }

    // MARK: Events

    private func handle(_ event: WlDataDevice.Event) {
        handler(.began)
        switch event {
        case .dataOffer(let object):
            introduced = Offer(object)
        case .enter(let serial, _, let x, let y, let object):
            let offer = introduced
            introduced = nil
            // A drag without an offer stays inside another program.
            guard let offer, offer.object == object else { return }
            let position = Point(x: x.doubleValue, y: y.doubleValue)
            visit = Visit(
                offer: offer, serial: serial, choice: Representation.best(of: offer.types), carried: carried(),
                point: position)
            offer.actionChanged = { [weak self] in self?.moved() }
            if let manager {
                offer.description = OfferExtension(manager, offer.object) { [weak self, weak offer] event in
                    if let offer { self?.handle(event, of: offer) }
                }
            }
            answer()
            let accepts = visit?.isRefused == true ? nil : visit?.choice?.type
            handler(.entered(offer, accepts: accepts, at: position))
            moved()
        case .motion(_, let x, let y):
            visit?.point = Point(x: x.doubleValue, y: y.doubleValue)
            answer()
            moved()
        case .leave:
            guard visit != nil else { return }
            visit = nil
            handler(.left)
        case .drop:
            guard let visit else { return }
            self.visit = nil
            drop(visit)
        case .selection(let object):
            selection = object == nil ? nil : introduced
            introduced = nil
        }
    }

    private func moved() {
        if let visit, visit.choice != nil { handler(.moved(visit)) }
    }

    private func drop(_ visit: Visit) {
        visit.offer.actionChanged = {}
        let isAccepted = visit.choice != nil && !visit.isRefused && !visit.offer.action.isEmpty
        handler(isAccepted ? .dropped(visit) : .left)
    }

    private func handle(_ event: OfferExtension.Event, of offer: Offer) {
        switch event {
        case .items(let count):
            handler(.items(count, kinds: offer.description?.kinds ?? [:]))
            if visit?.offer === offer { answer() }
        case .total(let total): for arrival in arrivals where arrival.offer === offer { arrival.total = total }
        case .failed(let reason):
            for arrival in arrivals where arrival.offer === offer {
                abandon(arrival.item)
                handler(.failed(arrival.item, type: arrival.type, reason: "\(reason)"))
            }
        }
    }

    private func handle(_ event: Arrival.Event, of arrival: Arrival) {
        switch event {
        case .progress(let bytes):
            // The compositor shows the progress to the user, too (HIG-24).
            if let total = arrival.total, total > 0 {
                arrival.offer.description?.send(done: Double(bytes) / Double(total))
            }
            handler(.progress(arrival.item, bytes, total: arrival.total))
        case .complete:
            let texts = arrival.representation.decode(arrival.bytes)
            // Without usable content the offer is destroyed unfinished, and the source receives the failure (HIG-17).
            guard !texts.isEmpty else {
                abandon(arrival.item)
                return handler(.failed(arrival.item, type: arrival.type, reason: "nothing that can be used"))
            }
            if !arrival.offer.action.isEmpty { finish(arrival.offer) }
            // A killed source closes its pipe in the same way as one that has finished. The compositor distinguishes
            // them, and sends `failed`; without the extension, incomplete data cannot be detected.
            guard let record = arrival.record else { return take(texts, of: arrival) }
            record.settled = { [weak self, weak arrival] in if let arrival { self?.take(texts, of: arrival) } }
        case .failed(let reason):
            abandon(arrival.item)
            handler(.failed(arrival.item, type: arrival.type, reason: reason))
        }
    }

    /// Accepts the complete content, unless the transfer was given up.
    private func take(_ texts: [String], of arrival: Arrival) {
        guard arrivals.contains(where: { $0 === arrival }) else { return }
        abandon(arrival.item)
        handler(.received(arrival.item, texts, type: arrival.type, bytes: arrival.bytes))
    }
}
