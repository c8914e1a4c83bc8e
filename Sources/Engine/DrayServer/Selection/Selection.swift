// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
public import WaylandUtil

/// One selection of one seat: its clipboard, or its primary selection (WL-01, WL-02).
///
/// The focused client receives the selection: when it gets keyboard focus, when the content changes, and when it
/// creates a device while it has focus. Clients with data control receive every change. The code is independent of the
/// protocols of sources and devices, and of whether the content belongs to a client or the host.
public final class Selection {
    /// Called with the types of a client's content that is set as the selection, or nil when it is cleared; not called
    /// for content of the host.
    public var whenClientChanges: (([MimeType]?) -> Void)?

    /// Performs a read instead of the selection, for a relay between source and reader. If nil, the source writes to
    /// the reader's own descriptor.
    public var whenRead: ((SelectionRead) -> Void)?

    /// Called when a client's content is destroyed: returns the types that were kept of it, in the source's order. They
    /// stay in the selection, and ``whenRead`` serves their reads.
    public var heir: (() -> [MimeType])?

    private let display: Display
    private let mayTake: (Client, UInt32) -> Bool
    private var content: SelectionContent?
    /// The serial of the request that set the content. A request with an older serial that arrives later does not
    /// replace the content. Cleared with the content.
    private var serial: EventSerial?
    private var devices: [any SelectionDevice] = []
    private var focus: Client?
    private let focused: SelectionAudience
    /// The devices of clients with data control, which are independent of the focus.
    private var controllers: [any SelectionDevice] = []
    private let controlling: SelectionAudience

    init(display: Display, mayTake: @escaping (Client, UInt32) -> Bool) {
        self.display = display
        self.mayTake = mayTake
        focused = SelectionAudience(in: display.eventLoop)
        controlling = SelectionAudience(in: display.eventLoop)
    }

    // MARK: Interface of the seat

    /// Handles a change of keyboard focus to a surface of this client, or to none. Called before `wl_keyboard.enter` is
    /// sent.
    ///
    /// A client that regains focus receives the selection again: by the specification, its offer became invalid when it
    /// lost focus.
    func focusChanged(to client: Client?) {
        guard client != focus else { return }
        focus = client
        tellFocused()
    }

    func hasFocus(_ client: Client) -> Bool { focus === client }

    /// Returns the number of a client's devices.
    func deviceCount(of client: Client) -> Int { devices.lazy.filter { $0.client == client }.count }

    /// Sets the selection to content of the host, or clears it. The previous owner is notified.
    public func set(_ new: HostSelection?) {
        replaceContent(by: new.map(HostSource.init))
        announce()
    }

    /// Makes the client that owns the content write it to the descriptor as `type`. Has no effect if the content
    /// belongs to the host or has no such type.
    public func send(_ type: MimeType, to descriptor: ReceivedDescriptor) {
        guard let content, !(content.source is HostSource) else { return }
        content.read(type, into: descriptor)
    }

    /// Makes the client that owns the content write it directly, without a relay.
    /// - Returns: Whether the request was sent.
    public func ask(_ type: MimeType, toWriteInto descriptor: ReceivedDescriptor) -> Bool {
        guard let source = content?.source, source.types.contains(type) else { return false }
        return source.send(type, to: descriptor)
    }

    /// The client that owns the content; nil for content of the host, and for content that has outlived its client.
    public var owner: Client? { content?.source.owner }

    /// Whether the owner of the content still exists.
    public var isOwnerUp: Bool { content?.source.isOwnerUp ?? false }

    func add(_ device: any SelectionDevice) {
        devices.append(device)
        if device.client == focus { focused.add(device) }
    }

    func remove(_ device: any SelectionDevice) {
        devices.removeAll { $0 === device }
        focused.remove(device)
    }

    /// Adds a device of a client with data control.
    func addController(_ device: any SelectionDevice) {
        controllers.append(device)
        controlling.add(device)
    }

    func removeController(_ device: any SelectionDevice) {
        controllers.removeAll { $0 === device }
        controlling.remove(device)
    }

    /// Handles the removal of the seat: its content is cleared.
    func end() {
        replaceContent(by: nil)
        announce()
    }

    // MARK: Requests

    /// Handles a client's request to set the selection, or to clear it (nil).
    ///
    /// The serial must have been issued, be valid for the host, and not be older than that of the current content: if
    /// two clients make requests at about the same time, the one with the user's latest input wins. A serial from the
    /// future would be newer than any valid one and block other clients. The protocols have no event for a rejection;
    /// `cancelled` lets the client at least clean up.
    func set(_ new: (any SelectionSource)?, serial: UInt32, by client: Client) {
        // The source is already the selection, and remains so with any serial.
        if let new, let source = content?.source, new === source { return }
        let serial = EventSerial(serial)
        guard !isOlder(serial), !isYetToCome(serial), mayTake(client, serial.rawValue) else {
            return new?.cancel() ?? ()
        }
        if new == nil, content == nil { return }
        replaceContent(by: new, serial: serial)
        whenClientChanges?(new?.types)
        announce()
    }

    /// Handles a request of a client with data control to set the selection, or to clear it (nil), as if the user had
    /// requested it now.
    func control(_ new: (any SelectionSource)?) {
        if new == nil, content == nil { return }
        replaceContent(by: new, serial: EventSerial(display.lastSerial))
        whenClientChanges?(new?.types)
        announce()
    }

    // MARK: Implementation

    private func isOlder(_ other: EventSerial) -> Bool { serial.map(other.isOlder(than:)) ?? false }

    private func isYetToCome(_ serial: EventSerial) -> Bool { EventSerial(display.lastSerial).isOlder(than: serial) }

    private func replaceContent(by new: (any SelectionSource)?, serial: EventSerial? = nil) {
        let old = content
        content = new.map { SelectionContent($0) { [weak self] read in self?.carry(read) } }
        self.serial = new == nil ? nil : serial
        old?.source.forget(self)
        old?.source.cancel()
        new?.whenDestroyed(for: self) { [weak self] in self?.sourceDestroyed() }
    }

    private func carry(_ read: SelectionRead) {
        if let whenRead { whenRead(read) } else { read.ask() }
    }

    private func sourceDestroyed() {
        let kept = heir?() ?? []
        guard kept.isEmpty else {
            // For other clients nothing changes: the content and its serial stay the same.
            content = SelectionContent(InheritedSource(kept)) { [weak self] in self?.carry($0) }
            return announce()
        }
        content = nil
        serial = nil
        whenClientChanges?(nil)
        announce()
    }

    private func announce() {
        tellFocused()
        controlling.tell(content, to: controllers)
    }

    private func tellFocused() { focused.tell(content, to: devices.filter { $0.client == focus }) }
}
