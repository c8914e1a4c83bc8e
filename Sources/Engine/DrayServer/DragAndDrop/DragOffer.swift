// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// The owner of offers, which receives their requests.
protocol DragOfferOwner: AnyObject {
    func request(_ request: DragRequest)
    /// - Parameter wasCurrent: Whether the offer was still current, rather than retired.
    func offerGone(_ offer: DragOffer, wasCurrent: Bool)
}

/// One offer of a drag to one client, while the content is over one of its surfaces.
///
/// A client with several `wl_data_device` objects, such as an application that uses two toolkits, gets a
/// `wl_data_offer` for each. They form one offer: the acceptance by one part of the client is not revoked by requests
/// of another part, but only when the accepting part withdraws it or destroys its object.
final class DragOffer: ResourceHandler {
    let id: OfferID
    /// The extension object of the offer, or nil if there is none (WL-05).
    var extensionObject: DragOfferExtension?
    private let types: Representations
    private var parts: [Part] = []
    private var forwarded = Said()
    private var reads = ReadCount()
    private var state = State.current
    private weak var owner: (any DragOfferOwner)?
    /// The object of the current request, for a protocol error in response.
    private var requester: WlDataOffer?

    private enum State {
        /// Requests have effect. Leads to `retired`.
        case current
        /// Inert: requests are ignored without errors, and their descriptors closed.
        case retired
    }

    /// A part of the client, with its own offer object.
    private struct Part {
        let object: WlDataOffer
        /// The last requests of the part; nil if there were none.
        var said: Said?
    }

    /// The type and the actions that a part of the client accepts.
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

    /// Creates the offer object on a client's device: sends `data_offer`, one `offer` for each type, and
    /// `source_actions`.
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

    /// Whether requests on the offer have effect.
    var counts: Bool { state == .current }

    func hasExtensionObject(for object: WlDataOffer) -> Bool { extensionObject?.stands(for: object) ?? false }

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
            // Qt rejects with an empty type name.
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
            // Qt 6.8 sends the type that it has converted to, `text/uri-list` where browsers offer `text/x-moz-url`
            // first. So it accepts the content, but its type is unknown; an earlier accepted type is kept.
            let earlier = parts.first { $0.object == object }?.said?.accepted
            guard earlier == nil, let first = types.first else { return }
            type = first
        }
        change(object) {
            $0.accepted = type
            // Versions 1 and 2 have no actions: accepted content is copied.
            if object.resource.version < 3 { $0.mask = type == nil ? [] : .copy }
        }
        merge()
    }

    private func setActions(_ mask: DragActions, _ preferred: DragActions, on object: WlDataOffer) {
        change(object) { ($0.mask, $0.preferred) = (mask, preferred) }
        guard parts.count > 1, (try? TargetActions(mask: mask, preferred: preferred)) != nil else {
            // A single part, or an invalid request: forwarded unchanged, since the session posts the error.
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

    /// Forwards the requests of the client as a whole: those of the last part that accepts anything.
    private func merge() {
        guard state == .current else { return }
        let accepting = parts.last { $0.said?.accepted != nil } ?? parts.last { $0.said?.mask.isEmpty == false }
        let speaking = accepting?.said ?? Said()
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
