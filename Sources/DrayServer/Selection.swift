// SPDX-License-Identifier: MIT

internal import DrayCore
public import WaylandServer
internal import WaylandUtil

/// The clipboard of one seat.
///
/// The client with the keyboard focus is told of it: when it gets the focus, when the content changes, and when it makes a
/// data device while it has the focus.
public final class Selection {
    private let display: Display
    private let mayTake: (Client, UInt32) -> Bool
    private var source: DataSource?
    private var devices: [WlDataDevice] = []
    private var focus: Client?

    init(display: Display, mayTakeSelection: @escaping (Client, UInt32) -> Bool) {
        self.display = display
        self.mayTake = mayTakeSelection
    }

    /// The keyboard focus went to a surface of this client, or nowhere. Called before `wl_keyboard.enter` is sent.
    public func focusChanged(to client: Client?) {
        guard client != focus else { return }
        focus = client
        for device in devices where device.client == client { offer(on: device) }
    }

    // MARK: Requests

    func set(_ new: DataSource?, serial: UInt32, by client: Client) {
        if let new, !accepts(new) { return }
        // Refused without a word, as the protocol has none: the client had no input that would entitle it.
        guard mayTake(client, serial) else {
            new?.tell(.cancelled)
            return
        }
        guard new !== source else { return }
        source?.tell(.cancelled)
        source = new
        new?.use = .selection
        new?.whenDestroyed { [weak self] in self?.sourceDestroyed($0) }
        announce()
    }

    func add(_ device: WlDataDevice) {
        devices.append(device)
        if device.client == focus { offer(on: device) }
    }

    func remove(_ device: WlDataDevice) {
        devices.removeAll { $0 == device }
    }

    private func accepts(_ new: DataSource) -> Bool {
        switch new.use {
        case .none where new.actions == nil, .selection:
            return true
        case .none, .drag, .dragEnded:
            new.object.postError(.invalidSource, "a drag-and-drop source cannot be a selection")
            return false
        }
    }

    private func sourceDestroyed(_ gone: DataSource) {
        guard gone === source else { return }
        source = nil
        announce()
    }

    private func announce() {
        for device in devices where device.client == focus { offer(on: device) }
    }

    private func offer(on device: WlDataDevice) {
        guard let source else { return device.sendSelection(id: nil) }
        guard let offer = WlDataOffer.create(for: device.client, version: device.resource.version) else { return }
        offer.setHandler(SelectionOffer(of: source))
        device.sendDataOffer(id: offer)
        for type in source.types { offer.sendOffer(mimeType: type.rawValue) }
        device.sendSelection(id: offer)
    }
}

/// A `wl_data_offer` for a selection: it can be read, and nothing else.
private final class SelectionOffer: ResourceHandler {
    /// Gone when its client destroys it; the offer is dead then, and reads get the end of the file.
    private weak var source: DataSource?

    init(of source: DataSource) {
        self.source = source
    }

    func handle(_ request: WlDataOffer.Request, on object: WlDataOffer) {
        switch request {
        case .receive(let mimeType, let descriptor):
            let type = MimeType(mimeType)
            if let source, source.types.contains(type) { source.send(type, to: descriptor) }
        case .finish:
            object.postError(.invalidFinish, "finish on the offer of a selection")
        case .setActions:
            object.postError(.invalidOffer, "set_actions on the offer of a selection")
        case .accept, .destroy:
            break
        }
    }
}
