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

    private let mayTake: (Client, UInt32) -> Bool
    private var content: Content?
    private var devices: [WlDataDevice] = []
    private var focus: Client?
    /// Of the last request that was granted: one that was sent earlier and arrives later does not replace it.
    private var serial: UInt32?

    /// One selection. Offers of it are dead as soon as it is replaced, since they hold it weakly.
    fileprivate final class Content {
        let owner: Owner

        enum Owner {
            case client(DataSource)
            case host(HostSelection)
        }

        init(_ owner: Owner) {
            self.owner = owner
        }

        /// The client's source; nil where the content is the host's.
        var source: DataSource? {
            guard case .client(let source) = owner else { return nil }
            return source
        }

        var types: [MimeType] {
            switch owner {
            case .client(let source): source.types
            case .host(let selection): selection.types
            }
        }

        func send(_ type: MimeType, to descriptor: ReceivedDescriptor) {
            guard types.contains(type) else { return }
            switch owner {
            case .client(let source): source.send(type, to: descriptor)
            case .host(let selection): selection.send(type, descriptor)
            }
        }

        func tellReplaced() {
            switch owner {
            case .client(let source): source.tell(.cancelled)
            case .host(let selection): selection.cancelled()
            }
        }
    }

    init(mayTakeSelection: @escaping (Client, UInt32) -> Bool) {
        self.mayTake = mayTakeSelection
    }

    /// The keyboard focus went to a surface of this client, or nowhere. Called before `wl_keyboard.enter` is sent.
    public func focusChanged(to client: Client?) {
        guard client != focus else { return }
        focus = client
        announce()
    }

    /// The host puts content of its own into the clipboard, or empties it. Whose content was there before is told so.
    public func set(_ new: HostSelection?) {
        let old = content
        content = new.map { Content(.host($0)) }
        old?.tellReplaced()
        announce()
    }

    /// Asks the client that owns the content to write it as `type` into the descriptor, which is closed here afterwards.
    /// Does nothing if the content is not a client's, or has no such type.
    public func send(_ type: MimeType, to descriptor: ReceivedDescriptor) {
        guard let content, content.source != nil else { return }
        content.send(type, to: descriptor)
    }

    // MARK: Requests

    func set(_ new: DataSource?, serial: UInt32, by client: Client) {
        if let new, new === content?.source { return }
        if let new, !accepts(new) { return }
        // The protocol has no word for a refusal; `cancelled` at least lets the client clean up.
        guard isEntitled(client, serial) else {
            new?.tell(.cancelled)
            return
        }
        self.serial = serial
        let old = content
        content = new.map { Content(.client($0)) }
        old?.tellReplaced()
        new?.selected { [weak self, weak new] in self?.sourceDestroyed(new) }
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

    /// The seat is gone: its content belongs to nobody any more.
    func end() {
        let old = content
        content = nil
        old?.tellReplaced()
        announce()
    }

    private func isEntitled(_ client: Client, _ serial: UInt32) -> Bool {
        // Serials wrap, so they are compared by their distance.
        if let last = self.serial, Int32(bitPattern: serial &- last) < 0 { return false }
        return mayTake(client, serial)
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

    private func sourceDestroyed(_ gone: DataSource?) {
        guard let gone, gone === content?.source else { return }
        content = nil
        whenClientChanges?(nil)
        announce()
    }

    private func announce() {
        for device in devices where device.client == focus { offer(on: device) }
    }

    private func offer(on device: WlDataDevice) {
        guard let content else { return device.sendSelection(id: nil) }
        guard let offer = WlDataOffer.create(for: device.client, version: device.resource.version) else { return }
        offer.setHandler(SelectionOffer(of: content))
        device.sendDataOffer(id: offer)
        for type in content.types { offer.sendOffer(mimeType: type.rawValue) }
        device.sendSelection(id: offer)
    }
}

/// A `wl_data_offer` for a selection: it can be read, and nothing else.
private final class SelectionOffer: ResourceHandler {
    /// Gone when it is replaced, or its client destroys the source: reads get the end of the file then.
    private weak var content: Selection.Content?

    init(of content: Selection.Content) {
        self.content = content
    }

    func handle(_ request: WlDataOffer.Request, on object: WlDataOffer) {
        switch request {
        case .receive(let mimeType, let descriptor):
            let type = MimeType(mimeType)
            content?.send(type, to: descriptor)
        case .finish:
            object.postError(.invalidFinish, "finish on the offer of a selection")
        case .setActions:
            object.postError(.invalidOffer, "set_actions on the offer of a selection")
        case .accept, .destroy:
            break
        }
    }
}
