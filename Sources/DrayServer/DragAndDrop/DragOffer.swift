// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// Who hears of what is done with offers.
protocol DragOfferOwner: AnyObject {
    func request(_ request: DragRequest)
    /// - Parameter wasCurrent: requests on it counted until now.
    func offerGone(_ offer: DragOffer, wasCurrent: Bool)
}

/// What one client sees of a drag while the content is over one of its surfaces.
///
/// A client with several `wl_data_device` objects (an application with two toolkits in it) gets a `wl_data_offer` for
/// each. They are one offer: what one part of the client accepts is not undone by another part that knows nothing of it,
/// and goes when that part takes it back or destroys its object.
final class DragOffer: ResourceHandler {
    let id: OfferID
    /// What the client says of it by the extension; nil if nothing (WL-05).
    var words: DragOfferWords?
    private let types: Representations
    private var parts: [Part] = []
    private var forwarded = Said()
    private var reads = ReadCount()
    private var state = State.current
    private weak var owner: (any DragOfferOwner)?
    /// The object that made the last request, for an error that answers it.
    private var requester: WlDataOffer?

    private enum State {
        /// Requests count. Leads to `retired`.
        case current
        /// Inert: requests change nothing and are no errors, descriptors are closed.
        case retired
    }

    /// A part of the client, which has an object of its own.
    private struct Part {
        let object: WlDataOffer
        /// What was last said on it; nil until something was.
        var said: Said?
    }

    /// What a part of the client takes, and what it would do with it.
    private struct Said: Equatable {
        var accepted: MimeType?
        var mask: DragActions = []
        var preferred: DragActions = []
    }

    init(id: OfferID, types: Representations, owner: (any DragOfferOwner)?) {
        self.id = id
        self.types = types
        self.owner = owner
    }

    /// Introduces the offer on a client's device: `data_offer`, one `offer` for each type, `source_actions`.
    func introduce(_ offering: TargetEffect.Offering, on device: WlDataDevice) -> WlDataOffer? {
        guard let object = WlDataOffer.create(for: device.client, version: device.resource.version) else { return nil }
        object.setHandler(self)
        parts.append(Part(object: object))
        device.sendDataOffer(id: object)
        for type in offering.types { object.sendOffer(mimeType: type.rawValue) }
        if let actions = offering.sourceActions { object.sendSourceActions(actions) }
        return object
    }

    func tellSourceActions(_ actions: DragActions) {
        for part in parts { part.object.sendSourceActions(actions) }
    }

    func tellAction(_ action: DragAction?) {
        for part in parts { part.object.sendAction(dndAction: WlDataDeviceManager.DndAction(action)) }
    }

    /// Whether requests on it count.
    var counts: Bool { state == .current }

    func hasWords(for object: WlDataOffer) -> Bool { words?.stands(for: object) ?? false }

    func retire() {
        state = .retired
    }

    func post(_ error: OfferError) {
        (requester ?? parts.first?.object)?.resource.postError(error.rawValue, "\(error)")
    }

    // MARK: Requests

    func handle(_ request: WlDataOffer.Request, on object: WlDataOffer) {
        switch state {
        case .retired: return
        case .current: break
        }
        requester = object
        defer { requester = nil }
        switch request {
        case .accept(_, let mimeType):
            // Qt writes its "no" as a type without a name.
            accept(mimeType.flatMap { $0.isEmpty ? nil : MimeType($0) }, on: object)
        case .receive(let mimeType, let descriptor):
            guard reads.admitsRead(by: object.client) else { return }
            owner?.request(.receive(id, MimeType(mimeType), descriptor))
        case .setActions(let mask, let preferred):
            setActions(DragActions(rawValue: mask.rawValue), DragActions(rawValue: preferred.rawValue), on: object)
        case .finish: owner?.request(.finish(id))
        case .destroy: break
        }
    }

    func errorCode(for error: InvalidArgument) -> UInt32? {
        switch (error.message, error.argument) {
        case ("set_actions", "dnd_actions"): WlDataOffer.Error.invalidActionMask.rawValue
        case ("set_actions", _): WlDataOffer.Error.invalidAction.rawValue
        default: nil
        }
    }

    func destroyed(_ object: WlDataOffer) {
        parts.removeAll { $0.object == object }
        guard parts.isEmpty else { return merge() }
        owner?.offerGone(self, wasCurrent: state == .current)
    }

    private func accept(_ said: MimeType?, on object: WlDataOffer) {
        var type = said
        if let said, !types.contains(said) {
            // Qt 6.8 says what it has made of the offer, `text/uri-list` where browsers offer `text/x-moz-url` first. It takes
            // something, and there is no telling what; an earlier word stands.
            let earlier = parts.first { $0.object == object }?.said?.accepted
            guard earlier == nil, let first = types.first else { return }
            type = first
        }
        change(object) {
            $0.accepted = type
            // Versions 1 and 2 have no word for it: what they accept, they copy.
            if object.resource.version < 3 { $0.mask = type == nil ? [] : .copy }
        }
        merge()
    }

    private func setActions(_ mask: DragActions, _ preferred: DragActions, on object: WlDataOffer) {
        change(object) { ($0.mask, $0.preferred) = (mask, preferred) }
        guard parts.count > 1, (try? TargetActions(mask: mask, preferred: preferred)) != nil else {
            // Alone, or wrong: the session is told word for word, and answers for it.
            forwarded.mask = mask
            forwarded.preferred = preferred
            owner?.request(.setActions(id, mask: mask, preferred: preferred))
            return
        }
        merge()
    }

    private func change(_ object: WlDataOffer, _ body: (inout Said) -> Void) {
        guard let index = parts.firstIndex(where: { $0.object == object }) else { return }
        var said = parts[index].said ?? Said()
        body(&said)
        parts[index].said = said
    }

    /// Tells the session what the client as a whole takes now: what the last part says that takes anything.
    private func merge() {
        guard state == .current else { return }
        let taker = parts.last { $0.said?.accepted != nil } ?? parts.last { $0.said?.mask.isEmpty == false }
        let speaking = taker?.said ?? Said()
        let before = forwarded
        forwarded = speaking
        if speaking.mask != before.mask || speaking.preferred != before.preferred {
            owner?.request(.setActions(id, mask: speaking.mask, preferred: speaking.preferred))
        }
        if speaking.accepted != before.accepted || parts.count == 1 {
            owner?.request(.accept(id, speaking.accepted))
        }
    }
}

extension WlDataOffer {
    func sendSourceActions(_ actions: DragActions) {
        sendSourceActions(sourceActions: WlDataDeviceManager.DndAction(rawValue: actions.rawValue))
    }
}
