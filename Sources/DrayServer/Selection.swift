// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// One selection of one seat: its clipboard, or its primary selection (WL-01, WL-02).
///
/// The client with the keyboard focus is told of it: when it gets the focus, when the content changes, and when it makes a
/// device while it has the focus. Which protocol the sources and devices speak makes no difference in here.
public final class Selection {
    private let mayTake: (Client, UInt32) -> Bool
    private var content: SelectionContent?
    /// By which the content was set last.
    private var serial: UInt32?
    private var devices: [any SelectionDevice] = []
    private var focus: Client?

    init(mayTake: @escaping (Client, UInt32) -> Bool) {
        self.mayTake = mayTake
    }

    // MARK: For the seat

    /// The keyboard focus went to a surface of this client, or nowhere. Called before `wl_keyboard.enter` is sent.
    ///
    /// A client that gets the focus back is told again: by the specification its offer ended with the focus.
    func focusChanged(to client: Client?) {
        guard client != focus else { return }
        focus = client
        announce()
    }

    func add(_ device: any SelectionDevice) {
        devices.append(device)
        if device.client == focus { device.show(content) }
    }

    func remove(_ device: any SelectionDevice) {
        devices.removeAll { $0 === device }
    }

    // MARK: Requests

    /// A client wants this to be the content, or, with nil, that there is none.
    ///
    /// The serial must be one that the host says is good, and not older than that of the content: of two clients that ask
    /// at about the same time, the one that the person turned to last is meant. A refusal has no word of its own in the
    /// protocol; its source hears `cancelled`, which says that it is not the selection and can be destroyed.
    func set(_ new: (any SelectionSource)?, serial: UInt32, by client: Client) {
        // It is the selection already, and stays it whatever the serial.
        if let new, let source = content?.source, new === source { return }
        guard mayTake(client, serial), !isOlder(serial) else { return new?.cancel() ?? () }
        self.serial = serial
        if content == nil, new == nil { return }
        let old = content
        content = new.map(SelectionContent.init)
        new?.whenDestroyed(for: self) { [weak self, weak new] in self?.sourceDestroyed(new) }
        old?.replaced(for: self)
        announce()
    }

    // MARK: Details

    /// Serials wrap: what lies less than half their range behind is older.
    private func isOlder(_ other: UInt32) -> Bool {
        guard let serial else { return false }
        return Int32(bitPattern: other &- serial) < 0
    }

    private func sourceDestroyed(_ gone: (any SelectionSource)?) {
        guard let content, content.source == nil || content.source === gone else { return }
        content.sourceDestroyed()
        self.content = nil
        announce()
    }

    private func announce() {
        for device in devices where device.client == focus { device.show(content) }
    }
}
