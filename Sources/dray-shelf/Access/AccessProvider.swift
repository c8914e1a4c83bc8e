// SPDX-License-Identifier: MIT

import Glibc

/// Tells assistive technology what is in the window, by AT-SPI, and does what that wants done.
///
/// It connects to the accessibility bus, puts itself under the registry's desktop, answers what is asked from the last
/// ``AccessSnapshot``, and tells what has changed. Without a bus, or if that goes, the window is as ever.
final class AccessProvider {
    private let loop: EventLoop
    private var bus: BusConnection?
    private var speech: Speech?
    private var isEmbedded = false
    private(set) var desktop: (name: String, path: String)?
    private var snapshot: AccessSnapshot
    let perform: (AccessRequest) -> Bool
    /// The number that the registry has for us.
    var applicationID: Int32 = 0

    static let registry = "org.a11y.atspi.Registry"
    private static let cache = "/org/a11y/atspi/cache"

    /// - Parameters:
    ///   - session: the session's bus, which the loop serves.
    ///   - perform: carries out what is asked for; false where it cannot be done.
    /// - Returns: nil where nobody is to be told: `NO_AT_BRIDGE`, as for GTK 3.
    init?(
        _ interface: Interface, _ session: BusConnection, _ loop: EventLoop,
        perform: @escaping (AccessRequest) -> Bool
    ) {
        guard getenv("NO_AT_BRIDGE").map({ String(cString: $0) }) != "1" else { return nil }
        self.loop = loop
        self.perform = perform
        snapshot = AccessSnapshot(interface)
        if let address = getenv("AT_SPI_BUS_ADDRESS"), address.pointee != 0 {
            connect(to: String(cString: address))
        } else {
            session.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress") { [weak self] reply in
                if !reply.isError, let address = reply.readText(), !address.isEmpty { self?.connect(to: address) }
            }
        }
    }

    private func connect(to address: String) {
        guard bus == nil, let bus = BusConnection(address: address) else { return }
        self.bus = bus
        loop.add(bus)
        bus.closed = { [weak self] in self?.disconnect() }
        bus.answer = { [weak self, weak bus] call in
            guard let self, let bus else { return false }
            return AccessCall(provider: self, bus: bus, call: call).answer()
        }
        bus.serve(Node.prefix)
        bus.serve(Self.cache)
        // A registry that is started anew knows nobody.
        bus.match(
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.registry)'"
        ) { [weak self] signal in
            guard signal.readText() != nil, signal.readText() != nil, let owner = signal.readText() else { return }
            if !owner.isEmpty { self?.embed() }
        }
        // The window is the first in the application.
        speech = Speech(on: bus, loop, speaker: .window, root: .application, note: .note, index: 1)
        // Who we are is known with the first answer.
        bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId") {
            [weak self] reply in
            if !reply.isError { self?.embed() }
        }
    }

    private func disconnect() {
        if let bus { loop.remove(bus) }
        speech?.end()
        speech = nil
        bus = nil
        isEmbedded = false
        desktop = nil
    }

    private func embed() {
        guard let bus else { return }
        let root = Node.application.path
        bus.call(Self.registry, root, "org.a11y.atspi.Socket", "Embed", { $0.append(reference: bus.name, root) }) {
            [weak self] reply in
            guard let self, !reply.isError, let desktop = reply.readReference() else { return }
            self.desktop = desktop
            isEmbedded = true
            // Where the keyboard is has been so for long; whoever listens hears of it now.
            if snapshot[.window]?.states.contains(.active) == true {
                emit([.window(isActive: true)])
                for node in snapshot.ordered where snapshot[node]?.states.contains(.focused) == true {
                    emit([.state(node, name: "focused", isSet: true)])
                }
            }
        }
    }

    /// What there is for whoever asks.
    var shown: AccessSnapshot {
        speech?.note.map { snapshot.adding(note: $0.text, shows: $0.shows) } ?? snapshot
    }

    // MARK: What is told

    /// The window is another now.
    func update(_ interface: Interface) {
        let next = AccessSnapshot(interface)
        guard next != snapshot else { return }
        let events = next.events(since: snapshot)
        snapshot = next
        emit(events)
    }

    /// Says something to the person.
    func announce(_ words: String) { speech?.say(words) }

    private func emit(_ events: [AccessEvent]) {
        guard let bus, isEmbedded else { return }
        for event in events { send(event, bus) }
    }

    private func send(_ event: AccessEvent, _ bus: BusConnection) {
        let number: (Int32) -> (BusMessage) -> Void = { value in
            { $0.appendVariant("i") { [m = $0] in m.append(value) } }
        }
        let text: (String) -> (BusMessage) -> Void = { value in
            { $0.appendVariant("s") { [m = $0] in m.append(value) } }
        }
        switch event {
        case .children(let node, let isAdded, let index, let child):
            object(bus, node, "ChildrenChanged", isAdded ? "add" : "remove", Int32(index)) { message in
                message.appendVariant("(so)") { message.append(reference: bus.name, child.path) }
            }
        case .name(let node, let name): object(bus, node, "PropertyChange", "accessible-name", 0, text(name))
        case .parent(let node, let parent):
            object(bus, node, "PropertyChange", "accessible-parent", 0) { message in
                message.appendVariant("(so)") { message.append(reference: bus.name, parent.path) }
            }
        case .state(let node, let name, let isSet): object(bus, node, "StateChanged", name, isSet ? 1 : 0, number(0))
        case .selection(let node): object(bus, node, "SelectionChanged", "", 0, number(0))
        case .window(let isActive):
            emit(
                bus, .window, "org.a11y.atspi.Event.Window", isActive ? "Activate" : "Deactivate", "", 0,
                text(snapshot[.window]?.name ?? ""))
        }
    }

    private func object(
        _ bus: BusConnection, _ node: Node, _ member: String, _ detail: String, _ first: Int32,
        _ value: (BusMessage) -> Void
    ) {
        emit(bus, node, "org.a11y.atspi.Event.Object", member, detail, first, value)
    }

    /// Every event of AT-SPI has the same form: a word, two numbers, a value, and properties, of which we send none.
    private func emit(
        _ bus: BusConnection, _ node: Node, _ interface: String, _ member: String, _ detail: String, _ first: Int32,
        _ value: (BusMessage) -> Void
    ) {
        bus.signal(node.path, interface, member) { message in
            message.append(detail)
            message.append(first)
            message.append(0 as Int32)
            value(message)
            message.appendArray(of: "{sv}") {}
        }
    }
}

/// What assistive technology wants done.
enum AccessRequest {
    case action(AccessAction, Node)
    /// The keyboard is to be there.
    case focus(Node)
    /// These cards are to be selected in an area, and no others of it.
    case selection([Item.ID], in: Layout.Area)
}
