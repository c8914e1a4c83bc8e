// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
public import WaylandUtil

/// The clipboard of one seat.
///
/// The client with the keyboard focus is told of it: when it gets the focus, when the content changes, and when it makes a
/// data device while it has the focus. The content is a client's, or the host's own: of X11 applications, for example.
public final class Selection {
    /// Is told when a client's content takes the clipboard, or leaves it (nil); not when the host's own content does.
    public var whenClientChanges: ((DataSource?) -> Void)?

    private let display: Display
    private let mayTake: (Client, UInt32) -> Bool
    private var content = Content.none
    private var devices: [WlDataDevice] = []
    private var focus: Client?

    private enum Content {
        case none
        case client(DataSource)
        case host(HostSelection)
    }

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

    /// The host puts content of its own into the clipboard, or empties it. What was there before is told so.
    public func set(_ new: HostSelection?) {
        tellReplaced()
        content = new.map { .host($0) } ?? .none
        announce()
    }

    /// Asks the client that owns the content to write it as `type` into the descriptor, which is closed here afterwards.
    /// Does nothing if the content is not a client's, or has no such type.
    public func send(_ type: MimeType, to descriptor: ReceivedDescriptor) {
        guard case .client(let source) = content, source.types.contains(type) else { return }
        source.send(type, to: descriptor)
    }

    // MARK: Requests

    func set(_ new: DataSource?, serial: UInt32, by client: Client) {
        if let new, !accepts(new) { return }
        // Refused without a word, as the protocol has none: the client had no input that would entitle it.
        guard mayTake(client, serial) else {
            new?.tell(.cancelled)
            return
        }
        if case .client(let source) = content, source === new { return }
        tellReplaced()
        content = new.map { .client($0) } ?? .none
        new?.use = .selection
        new?.whenDestroyed { [weak self] in self?.sourceDestroyed($0) }
        whenClientChanges?(new)
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
        guard case .client(let source) = content, source === gone else { return }
        content = .none
        whenClientChanges?(nil)
        announce()
    }

    private func tellReplaced() {
        switch content {
        case .none: break
        case .client(let source): source.tell(.cancelled)
        case .host(let selection): selection.cancelled()
        }
    }

    private func announce() {
        for device in devices where device.client == focus { offer(on: device) }
    }

    private func offer(on device: WlDataDevice) {
        let types: [MimeType]
        let send: (MimeType, ReceivedDescriptor) -> Void
        switch content {
        case .none:
            return device.sendSelection(id: nil)
        case .client(let source):
            types = source.types
            // Gone when its client destroys it; the offer is dead then, and reads get the end of the file.
            send = { [weak source] in source?.send($0, to: $1) }
        case .host(let selection):
            types = selection.types
            send = selection.send
        }
        guard let offer = WlDataOffer.create(for: device.client, version: device.resource.version) else { return }
        offer.setHandler(SelectionOffer(types: types, send: send))
        device.sendDataOffer(id: offer)
        for type in types { offer.sendOffer(mimeType: type.rawValue) }
        device.sendSelection(id: offer)
    }
}

/// A `wl_data_offer` for a selection: it can be read, and nothing else.
private final class SelectionOffer: ResourceHandler {
    private let types: [MimeType]
    private let send: (MimeType, ReceivedDescriptor) -> Void

    init(types: [MimeType], send: @escaping (MimeType, ReceivedDescriptor) -> Void) {
        self.types = types
        self.send = send
    }

    func handle(_ request: WlDataOffer.Request, on object: WlDataOffer) {
        switch request {
        case .receive(let mimeType, let descriptor):
            let type = MimeType(mimeType)
            if types.contains(type) { send(type, descriptor) }
        case .finish:
            object.postError(.invalidFinish, "finish on the offer of a selection")
        case .setActions:
            object.postError(.invalidOffer, "set_actions on the offer of a selection")
        case .accept, .destroy:
            break
        }
    }
}
