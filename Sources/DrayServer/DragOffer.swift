// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// What one client sees of a drag while the content is over one of its surfaces.
///
/// A client with several `wl_data_device` objects (an application with two toolkits in it) gets a `wl_data_offer` for
/// each. They are one offer: what one part of the client accepts is not undone by another part that knows nothing of it.
final class DragOffer: ResourceHandler {
    let id: OfferID
    private var objects: [WlDataOffer] = []
    private var accepted: [UInt64: MimeType] = [:]
    private var masks: [UInt64: DragActions] = [:]
    private var state = State.current
    private weak var manager: DataDeviceManager?
    /// The object that made the last request, for an error that answers it.
    private var requester: WlDataOffer?

    private enum State {
        /// Requests count. Leads to `retired`.
        case current
        /// Of the past: requests change nothing and are no errors, descriptors are closed.
        case retired
    }

    init(id: OfferID, manager: DataDeviceManager) {
        self.id = id
        self.manager = manager
    }

    /// Introduces the offer on a client's device: `data_offer`, one `offer` for each type, `source_actions`.
    func introduce(_ offering: TargetEffect.Offering, on device: WlDataDevice) -> WlDataOffer? {
        guard let object = WlDataOffer.create(for: device.client, version: device.resource.version) else { return nil }
        object.setHandler(self)
        objects.append(object)
        device.sendDataOffer(id: object)
        for type in offering.types { object.sendOffer(mimeType: type.rawValue) }
        if let actions = offering.sourceActions { object.sendSourceActions(actions) }
        return object
    }

    func tellSourceActions(_ actions: DragActions) {
        for object in objects { object.sendSourceActions(actions) }
    }

    func tellAction(_ action: DragAction?) {
        for object in objects { object.sendAction(dndAction: WlDataDeviceManager.DndAction(action)) }
    }

    func retire() {
        state = .retired
    }

    func post(_ error: OfferError) {
        (requester ?? objects.first)?.resource.postError(error.rawValue, "\(error)")
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
        case .accept(_, let mimeType): accept(mimeType.map { MimeType($0) }, on: object)
        case .receive(let mimeType, let descriptor): manager?.request(.receive(id, MimeType(mimeType), descriptor))
        case .setActions(let mask, let preferred):
            setActions(DragActions(rawValue: mask.rawValue), DragActions(rawValue: preferred.rawValue), on: object)
        case .finish: manager?.request(.finish(id))
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
        objects.removeAll { $0 == object }
        accepted[object.resource.id] = nil
        masks[object.resource.id] = nil
        guard objects.isEmpty else { return }
        manager?.offerGone(self, wasCurrent: state == .current)
    }

    private func accept(_ type: MimeType?, on object: WlDataOffer) {
        accepted[object.resource.id] = type
        manager?.request(.accept(id, type ?? accepted.values.first))
    }

    private func setActions(_ mask: DragActions, _ preferred: DragActions, on object: WlDataOffer) {
        masks[object.resource.id] = mask.isEmpty ? nil : mask
        guard !mask.isEmpty || masks.isEmpty else { return }
        manager?.request(.setActions(id, mask: mask, preferred: preferred))
    }
}

extension WlDataOffer {
    func sendSourceActions(_ actions: DragActions) {
        sendSourceActions(sourceActions: WlDataDeviceManager.DndAction(rawValue: actions.rawValue))
    }
}
