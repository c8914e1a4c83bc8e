// SPDX-License-Identifier: MIT

import HeadlessDesktop
import XCB

// Converts events of the server to events of the table.

extension XWindowManager {
    func read(_ event: XEvent) {
        switch event {
        case .created(let window, let parent, let place, let overridesRedirect):
            guard parent == connection.root else { return }
            connection.select([.propertyChange], on: window)
            handle(.created(window, place, overridesRedirect: overridesRedirect))
        case .destroyed(let window): handle(.destroyed(window))
        case .mapRequested(let window, _): handle(.mapRequested(window))
        case .mapped(let window, let overridesRedirect): handle(.mapped(window, overridesRedirect: overridesRedirect))
        case .unmapped(let window, _): handle(.unmapped(window))
        case .configureRequested(let window, let wish): handle(.configureRequested(window, wish))
        case .configured(let window, let place, _, _): handle(.configured(window, place))
        case .reparented(let window, let parent, let x, let y, let overridesRedirect):
            let place = table.place(of: window) ?? XRectangle(x: x, y: y, width: 1, height: 1)
            handle(
                .reparented(
                    window, place, isInRoot: parent == connection.root, overridesRedirect: overridesRedirect))
        case .clientMessage(let message): read(message)
        case .propertyChanged(let window, let property, _, _): askAgain(property, of: window)
        case .focusedIn, .focusedOut, .selectionRequested, .selectionCleared, .selectionConverted,
            .selectionOwnerChanged, .error, .other:
            break  // Usually a request for a window that was destroyed, which is reported separately.
        }
    }

    private func read(_ message: XClientMessage) {
        let window = message.window
        switch atoms.name(of: message.type) {
        case .surfaceID: handle(.surfaceNamed(window, message.words[0]))
        case .protocols:
            if window == connection.root, message.words[0] == atoms[.ping].rawValue { pings.answer(message.words[1]) }
        case .activeWindow: handle(.activationAsked(window))
        case .closeWindow: handle(.closing(window))
        case .states:
            guard let change = XWindowStates.Change(rawValue: message.words[0]) else { return }
            let states = atoms.states(message.words[1...2].map(XAtom.init))
            handle(.statesAsked(window, change, states))
        case .requestExtents: tellExtents(window)
        case .moveResize: moveOrResize(window, direction: message.words[2])
        case _: break  // Not announced.
        }
    }

    private func moveOrResize(_ window: XWindow, direction: UInt32) {
        guard let shell = shown[window]?.shell, seat.pointer.hold.map({ self.window(of: $0.surface) }) == window
        else { return }
        let edges: [WindowEdges] = [
            [.top, .left], .top, [.top, .right], .right, [.bottom, .right], .bottom, [.bottom, .left], .left, [],
        ]
        guard direction < edges.count else { return }
        shell.take(by: edges[Int(direction)], of: seat)
    }

    // MARK: Properties

    private var asked: [XAtom] {
        [
            atoms[.name], .wmName, .wmClass, atoms[.process], .wmTransientFor, .wmHints, atoms[.protocols],
            .wmNormalHints, atoms[.windowType], atoms[.states],
        ]
    }

    /// Requests all properties of a window. The replies arrive in the order of the requests.
    func ask(_ window: XWindow) {
        let properties = asked
        for property in properties {
            ask(property, of: window) { [weak self] in
                if property == properties.last { self?.handle(.told(window, .complete)) }
            }
        }
    }

    private func askAgain(_ property: XAtom, of window: XWindow) {
        // Properties that change before the first request are included in it. The states of a shown window are set by
        // the compositor.
        guard table.wasAsked(window), asked.contains(property), property != atoms[.states] || shown[window] == nil
        else { return }
        ask(property, of: window) {}
        flushSoon()
    }

    private func ask(_ property: XAtom, of window: XWindow, _ then: @escaping () -> Void) {
        connection.property(property, of: window, length: Self.mostBytes) { [weak self] value in
            guard let self else { return }
            if let fact = fact(property, value) { handle(.told(window, fact)) }
            then()
        }
    }

    private func fact(_ property: XAtom, _ value: XProperty?) -> XWindowFact? {
        switch property {
        case .wmName: return .oldTitle(value.map { $0.type == .string ? $0.latin1 : $0.utf8 })
        case .wmClass: return .appID(value.map(Self.className) ?? "")
        case .wmTransientFor: return .transientFor(value?.windows.first ?? .none)
        // Flags, followed by the input field.
        case .wmHints:
            let words = value?.words ?? []
            return .takesInput(words.count < 2 || words[0] & 1 == 0 || words[1] != 0)
        // USPosition and PPosition.
        case .wmNormalHints: return .isPlaced(value?.words.first.map { $0 & 0b101 != 0 } ?? false)
        case _: break
        }
        switch atoms.name(of: property) {
        case .name: return .title(value?.utf8)
        case .process: return .process(Int32(exactly: value?.words.first ?? 0) ?? 0)
        case .protocols: return .protocols(protocols(value?.atoms ?? []))
        case .windowType: return .isDragImage(value?.atoms.contains(atoms[.dragImage]) ?? false)
        case .states: return .states(atoms.states(value?.atoms ?? []))
        case _: return nil
        }
    }

    private func protocols(_ named: [XAtom]) -> XWindowProtocols {
        var protocols: XWindowProtocols = []
        if named.contains(atoms[.deleteWindow]) { protocols.insert(.deletes) }
        if named.contains(atoms[.takeFocus]) { protocols.insert(.takesFocus) }
        if named.contains(atoms[.ping]) { protocols.insert(.answers) }
        return protocols
    }

    /// The second of two zero-terminated strings.
    private static func className(_ property: XProperty) -> String {
        let words = property.latin1.split(separator: "\0", omittingEmptySubsequences: false)
        return words.count > 1 ? String(words[1]) : String(words.first ?? "")
    }

    /// The maximum length of a title; longer ones are truncated.
    private static let mostBytes = 4096
}
