// SPDX-License-Identifier: MIT

import WaylandClient
import WaylandUtil

/// The target's side: something is dragged over our window, and perhaps dropped.
///
/// In the order of the protocol: `data_offer` and its types, `enter`, then for each position our `accept` and
/// `set_actions`, then `leave` or `drop`. After the drop we ask for the data, and when we have it we say `finish`.
final class DropIn {
    enum Event {
        case entered(Offer, accepts: String?, at: Point)
        /// The pointer is over another point; `carried` are our own items that it carries, nil for something from elsewhere.
        case moved(to: Point, carrying: DragOut.Carried?)
        /// What a drop would do has changed: nothing for nil.
        case action(String?, at: Point)
        case left
        /// What the pointer carries was dropped on something that takes it.
        case dropped(Drop)
        case progress(Item.ID, Int, total: Int?)
        /// There is something else in the clipboard, or nothing.
        case selectionChanged
        /// So many items travel, and so many of each kind, as the extension says.
        case items(Int, kinds: [String: Int])
        /// The content is here; none where it had nothing for us in it.
        case received(Item.ID, [StyledText], type: String, bytes: [UInt8])
        case failed(Item.ID, type: String, reason: String)
    }

    struct Drop {
        let point: Point
        let action: WlDataDeviceManager.DndAction
        /// The items of ours that it is; nil for something from elsewhere.
        let carried: DragOut.Carried?
        fileprivate let offer: Offer
        let type: String
        fileprivate let representation: Representation

        /// Whether the compositor has asked the person about a drop that cannot be undone, and the person wants it.
        var isConfirmed: Bool { offer.words?.isConfirmed ?? false }
    }

    /// What may be done with something at a point; nothing where the set is empty.
    struct Verdict: Equatable {
        var actions: WlDataDeviceManager.DndAction
        var preferred: WlDataDeviceManager.DndAction

        static let refused = Verdict(actions: [], preferred: [])
    }

    private let device: WlDataDevice
    private let loop: EventLoop
    private let carried: () -> DragOut.Carried?
    private let judge: (Point, DragOut.Carried?) -> Verdict
    /// What we say by the extension of what is over a point; so many items travel.
    private let say: (Point, DragOut.Carried?, Int) -> OfferWords.Answer
    private let manager: DrayDragManagerV1?
    private let heard: () -> Void
    private let handler: (Event) -> Void
    /// Told of, but not yet what for.
    private var introduced: Offer?
    private var selection: Offer?
    private var visit: Visit?
    private var arrivals: [Arrival] = []

    /// The time that something is dragged over our window.
    private struct Visit {
        let offer: Offer
        /// Of `enter`; `accept` wants it.
        let serial: UInt32
        /// What we would read; nil where there is nothing for us in the offer.
        let choice: (representation: Representation, type: String)?
        /// Our own items that are dragged. A usual device tells of no other drag while one of ours is under way.
        let carried: DragOut.Carried?
        var position: Point
        /// What we have told the compositor last.
        var told: Verdict?
        var toldAction: String?
    }

    /// - Parameters:
    ///   - carried: says which item of ours is dragged just now.
    ///   - judge: says what may be done at a point of the window.
    ///   - say: what is said of that by the extension, where the compositor has it: `manager`.
    ///   - heard: called before anything comes of what the device tells.
    init(
        _ device: WlDataDevice, _ manager: DrayDragManagerV1?, _ loop: EventLoop,
        carried: @escaping () -> DragOut.Carried?,
        judge: @escaping (Point, DragOut.Carried?) -> Verdict,
        say: @escaping (Point, DragOut.Carried?, Int) -> OfferWords.Answer, heard: @escaping () -> Void,
        handler: @escaping (Event) -> Void
    ) {
        self.device = device
        self.loop = loop
        self.carried = carried
        self.judge = judge
        self.say = say
        self.manager = manager
        self.heard = heard
        self.handler = handler
        device.onEvent { [weak self] in self?.handle($0) }
    }

    /// Reads what was dropped, into the item that holds its place.
    /// - Parameter takeBack: what tells, with the extension, how the drop has ended.
    func receive(_ drop: Drop, into item: Item.ID, _ takeBack: TakeBack? = nil) {
        receive(drop.offer, (drop.representation, drop.type), into: item, from: .drop(takeBack))
    }

    /// Whether there is something for us in the clipboard.
    var canPaste: Bool { selection.map { Representation.best(of: $0.types) != nil } ?? false }

    /// Reads what is in the clipboard, into the item that holds its place.
    func paste(into item: Item.ID) {
        guard let selection, let choice = Representation.best(of: selection.types) else { return }
        receive(selection, choice, into: item, from: .clipboard)
    }

    private func receive(
        _ offer: Offer, _ choice: (representation: Representation, type: String), into item: Item.ID,
        from origin: Arrival.Origin
    ) {
        let arrival = Arrival(offer, as: choice.type, choice.representation, for: item, from: origin, loop) {
            [weak self] in self?.handle($1, of: $0)
        }
        guard let arrival else { return handler(.failed(item, type: choice.type, reason: "there is no pipe")) }
        arrivals.append(arrival)
    }

    /// Ends a drop that needs no data, since it was one of our own items.
    func finish(_ drop: Drop) { finish(drop.offer) }

    /// The drop can be taken back on our side; nil without the extension.
    func takeBack(_ drop: Drop, _ handler: @escaping (TakeBack.Event) -> Bool) -> TakeBack? {
        drop.offer.words?.takeBack(handler)
    }

    /// What may be done has changed, though the pointer has not moved.
    func reconsider() {
        answer()
        moved()
    }

    /// Gives up on content that is still on its way; its source is told by the offer's end.
    func abandon(_ item: Item.ID) {
        arrivals.removeAll { $0.item == item }
    }

    // MARK: Private

    /// Tells the compositor what could be done where the pointer is now, if that is not what it knows.
    private func answer() {
        guard let visit else { return }
        let verdict = visit.choice == nil ? .refused : judge(visit.position, visit.carried)
        visit.offer.words?.tell(
            verdict == .refused
                ? OfferWords.Answer() : say(visit.position, visit.carried, visit.offer.words?.items ?? 1))
        guard verdict != visit.told else { return }
        self.visit?.told = verdict
        visit.offer.object.accept(serial: visit.serial, mimeType: verdict.actions.isEmpty ? nil : visit.choice?.type)
        visit.offer.object.setActions(dndActions: verdict.actions, preferredAction: verdict.preferred)
    }

    private func finish(_ offer: Offer) {
        if offer.action.contains(.ask) {
            // The person was to be asked. We have no menu, and say what we do: a copy harms nobody.
            offer.object.setActions(dndActions: .copy, preferredAction: .copy)
        }
        offer.object.finish()
    }

    // MARK: Events

    private func handle(_ event: WlDataDevice.Event) {
        heard()
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
                position: position)
            offer.actionChanged = { [weak self] in self?.reportAction() }
            if let manager {
                offer.words = OfferWords(manager, offer.object) { [weak self, weak offer] event in
                    if let offer { self?.handle(event, of: offer) }
                }
            }
            answer()
            let accepts = visit?.told == .refused ? nil : visit?.choice?.type
            handler(.entered(offer, accepts: accepts, at: position))
            moved()
        case .motion(_, let x, let y):
            visit?.position = Point(x: x.doubleValue, y: y.doubleValue)
            answer()
            moved()
            reportAction()
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
            handler(.selectionChanged)
        }
    }

    private func moved() {
        guard let visit, visit.choice != nil else { return }
        handler(.moved(to: visit.position, carrying: visit.carried))
    }

    private func reportAction() {
        guard let visit, visit.offer.action.word != visit.toldAction else { return }
        self.visit?.toldAction = visit.offer.action.word
        handler(.action(visit.offer.action.word, at: visit.position))
    }

    private func drop(_ visit: Visit) {
        visit.offer.actionChanged = {}
        guard let choice = visit.choice, visit.told != .refused, !visit.offer.action.isEmpty else {
            return handler(.left)
        }
        handler(
            .dropped(
                Drop(
                    point: visit.position, action: visit.offer.action, carried: visit.carried, offer: visit.offer,
                    type: choice.type, representation: choice.representation)))
    }

    private func handle(_ event: OfferWords.Event, of offer: Offer) {
        switch event {
        case .items(let count):
            handler(.items(count, kinds: offer.words?.kinds ?? [:]))
            if visit?.offer === offer { answer() }
        case .progress(_, let total):
            for arrival in arrivals where arrival.offer === offer { arrival.total = total ?? arrival.total }
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
            // How far we are is told to the person by the compositor, too (HIG-24).
            if let total = arrival.total, total > 0 { arrival.offer.words?.tell(done: Double(bytes) / Double(total)) }
            handler(.progress(arrival.item, bytes, total: arrival.total))
        case .complete:
            let texts = arrival.representation.decodeAll(arrival.bytes)
            // Without something for us the offer ends unfinished, and the source learns that it failed (HIG-17).
            guard case .drop(let takeBack) = arrival.origin, !texts.isEmpty else { return take(texts, of: arrival) }
            finish(arrival.offer)
            // A source that was killed closes its pipe as one that is done. The compositor knows which it was, and sends
            // `failed`; without the extension a half cannot be told from the whole.
            guard let takeBack else { return take(texts, of: arrival) }
            takeBack.settled = { [weak self, weak arrival] in if let arrival { self?.take(texts, of: arrival) } }
        case .failed(let reason):
            abandon(arrival.item)
            handler(.failed(arrival.item, type: arrival.type, reason: reason))
        }
    }

    /// All of it is here, unless it was given up.
    private func take(_ texts: [StyledText], of arrival: Arrival) {
        guard arrivals.contains(where: { $0 === arrival }) else { return }
        abandon(arrival.item)
        handler(.received(arrival.item, texts, type: arrival.type, bytes: arrival.bytes))
    }
}
