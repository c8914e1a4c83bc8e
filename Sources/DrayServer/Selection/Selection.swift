// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
public import WaylandUtil

/// One selection of one seat: its clipboard, or its primary selection (WL-01, WL-02).
///
/// The client with the keyboard focus is told of it: when it gets the focus, when the content changes, and when it makes a
/// device while it has the focus. Clients that control selections are told of every change. Which protocol the sources and
/// devices speak makes no difference in here, nor whether the content is a client's or the host's own.
public final class Selection {
    /// Is told the types of a client's content that takes the selection, or nil when it leaves it; not of the host's own.
    public var whenClientChanges: (([MimeType]?) -> Void)?

    /// Carries a read out in place of the selection: for whoever stands between source and reader. Nil: the source is asked
    /// to write into the reader's own descriptor.
    public var whenRead: ((SelectionRead) -> Void)?

    /// Asked when a client's content goes with its source: the types that have been kept of it, in the source's order. They stay
    /// in the selection, and ``whenRead`` answers their reads.
    public var heir: (() -> [MimeType])?

    private let display: Display
    private let mayTake: (Client, UInt32) -> Bool
    private var content: SelectionContent?
    /// Of the request that brought the content: one that was sent earlier and arrives later does not replace it. It goes
    /// with the content.
    private var serial: EventSerial?
    private var devices: [any SelectionDevice] = []
    private var focus: Client?
    private let focused: SelectionAudience
    /// Their focus makes no difference.
    private var controllers: [any SelectionDevice] = []
    private let controlling: SelectionAudience

    init(display: Display, mayTake: @escaping (Client, UInt32) -> Bool) {
        self.display = display
        self.mayTake = mayTake
        focused = SelectionAudience(in: display.eventLoop)
        controlling = SelectionAudience(in: display.eventLoop)
    }

    // MARK: For the seat

    /// The keyboard focus went to a surface of this client, or nowhere. Called before `wl_keyboard.enter` is sent.
    ///
    /// A client that gets the focus back is told again: by the specification its offer ended with the focus.
    func focusChanged(to client: Client?) {
        guard client != focus else { return }
        focus = client
        tellFocused()
    }

    func hasFocus(_ client: Client) -> Bool { focus === client }

    /// How many devices a client has here.
    func deviceCount(of client: Client) -> Int { devices.lazy.filter { $0.client == client }.count }

    /// The host puts content of its own into the selection, or empties it. Whose content was there before is told so.
    public func set(_ new: HostSelection?) {
        replaceContent(by: new.map(HostSource.init))
        announce()
    }

    /// Asks the client that owns the content to write it as `type` into the descriptor. Does nothing if the content is
    /// the host's own, or has no such type.
    public func send(_ type: MimeType, to descriptor: ReceivedDescriptor) {
        guard let content, !(content.source is HostSource) else { return }
        content.read(type, into: descriptor)
    }

    /// Asks the client that owns the content to write it, past whoever stands between.
    /// - Returns: whether it was asked.
    public func ask(_ type: MimeType, toWriteInto descriptor: ReceivedDescriptor) -> Bool {
        guard let source = content?.source, source.types.contains(type) else { return false }
        return source.send(type, to: descriptor)
    }

    /// The client that owns the content; nil for the host's, and for content that has outlived its client.
    public var owner: Client? { content?.source.owner }

    /// Whether whoever owns the content is still there.
    public var isOwnerUp: Bool { content?.source.isOwnerUp ?? false }

    func add(_ device: any SelectionDevice) {
        devices.append(device)
        if device.client == focus { focused.add(device) }
    }

    func remove(_ device: any SelectionDevice) {
        devices.removeAll { $0 === device }
        focused.remove(device)
    }

    /// A device of a client that controls selections.
    func addController(_ device: any SelectionDevice) {
        controllers.append(device)
        controlling.add(device)
    }

    func removeController(_ device: any SelectionDevice) {
        controllers.removeAll { $0 === device }
        controlling.remove(device)
    }

    /// The seat is gone: its content belongs to nobody any more.
    func end() {
        replaceContent(by: nil)
        announce()
    }

    // MARK: Requests

    /// A client wants this to be the content, or, with nil, that there is none.
    ///
    /// The serial must be one that there has been, that the host says is good, and not older than that of the content: of
    /// two clients that ask at about the same time, the one that the person turned to last is meant. One that is yet to
    /// come would be newer than any that others can have, and keep them out. The protocols have no word for a refusal;
    /// `cancelled` at least lets the client clean up.
    func set(_ new: (any SelectionSource)?, serial: UInt32, by client: Client) {
        // It is the selection already, and stays it whatever the serial.
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

    /// A client that controls selections wants this to be the content, or, with nil, that there is none: from now on, as
    /// if the person had asked it to.
    func control(_ new: (any SelectionSource)?) {
        if new == nil, content == nil { return }
        replaceContent(by: new, serial: EventSerial(display.lastSerial))
        whenClientChanges?(new?.types)
        announce()
    }

    // MARK: Details

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
            // To others nothing has changed: the content is there, and as old as it was.
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
