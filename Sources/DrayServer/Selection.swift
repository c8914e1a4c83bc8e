// SPDX-License-Identifier: MIT

internal import DrayCore
public import WaylandServer
internal import WaylandUtil

/// The clipboard of one seat.
///
/// The client with the keyboard focus is told of it: when it gets the focus, when the content changes, and when it makes a
/// data device while it has the focus.
public final class Selection {
    private let mayTake: (Client, UInt32) -> Bool
    private var content: Content?
    private var devices: [WlDataDevice] = []
    private var focus: Client?
    /// Of the last request that was granted: one that was sent earlier and arrives later does not replace it.
    private var serial: UInt32?

    /// One selection. Offers of it are dead as soon as it is replaced, since they hold it weakly.
    fileprivate final class Content {
        let source: DataSource

        init(_ source: DataSource) {
            self.source = source
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
        content = new.map(Content.init)
        old?.source.tell(.cancelled)
        new?.selected { [weak self, weak new] in self?.sourceDestroyed(new) }
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
        old?.source.tell(.cancelled)
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
        for type in content.source.types { offer.sendOffer(mimeType: type.rawValue) }
        device.sendSelection(id: offer)
    }
}

/// A `wl_data_offer` for a selection: it can be read, and nothing else.
private final class SelectionOffer: ResourceHandler {
    /// Gone when it is replaced, or its client destroys the source: reads get the end of the file then.
    private weak var content: Selection.Content?
    private var reads = 0

    init(of content: Selection.Content) {
        self.content = content
    }

    func handle(_ request: WlDataOffer.Request, on object: WlDataOffer) {
        switch request {
        case .receive(let mimeType, let descriptor):
            reads += 1
            guard reads <= Limits.readsPerOffer else { return object.client.postTooManyReads() }
            let type = MimeType(mimeType)
            if let source = content?.source, source.types.contains(type) { source.send(type, to: descriptor) }
        case .finish:
            object.postError(.invalidFinish, "finish on the offer of a selection")
        case .setActions:
            object.postError(.invalidOffer, "set_actions on the offer of a selection")
        case .accept, .destroy:
            break
        }
    }
}
