// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestClients
internal import WaylandClient
internal import WaylandUtil

/// The two clients and the pointer input of a check. Each check has its own stage.
final class Stage {
    let source: Player
    let target: Player
    private let givenHand: (any Hand)?
    private var isPressed = false
    /// A point of the screen outside of both windows.
    private var nowhere: (x: Double, y: Double)?

    /// The timeout for expected events.
    private static let patience = Duration.seconds(8)

    init(display: String?, hand: (any Hand)?) throws {
        givenHand = hand
        source = try Player("source", display: display)
        target = try Player("target", display: display)
    }

    /// Disconnects both clients.
    func end() {
        if isPressed { try? hand.release() }
        isPressed = false
    }

    private var hand: any Hand {
        get throws {
            guard let givenHand else { throw NotSeen(reason: "no pointer input") }
            return givenHand
        }
    }

    // MARK: Waiting

    /// Waits until the compositor has processed all requests, and the clients its answers. Two round trips are needed,
    /// since requests of one client cause events for the other.
    func settle() throws {
        for _ in 0..<2 {
            for player in [source, target] { try roundtrip(player) }
        }
    }

    private func roundtrip(_ player: Player) throws {
        do throws(Connection.Failure) { try player.client.connection.roundtrip() } catch {
            throw Broken(reason: "the \(player.client.name) was disconnected: \(error)")
        }
    }

    /// Waits until a condition holds.
    func wait(for what: String, _ condition: () throws -> Bool) throws {
        let limit = ContinuousClock.now + Self.patience
        while true {
            try settle()
            if try condition() { return }
            guard ContinuousClock.now < limit else {
                throw Broken(
                    reason: "\(what) is missing; the source has received \(tail(source)), the target \(tail(target))")
            }
            var descriptors = [source, target].map {
                pollfd(fd: $0.client.connection.descriptor, events: Int16(POLLIN), revents: 0)
            }
            poll(&descriptors, nfds_t(descriptors.count), 10)
        }
    }

    private func tail(_ player: Player) -> String {
        let told = player.told.suffix(12)
        return told.isEmpty ? "nothing" : told.joined(separator: ", ")
    }

    func wait(for entry: String, at player: Player) throws {
        try wait(for: "`\(entry)` at the \(player.client.name)") { player.heard(entry) }
    }

    func expect(_ isSo: Bool, _ what: @autoclosure () -> String) throws {
        if !isSo {
            throw Broken(
                reason: "\(what()); the source has received \(tail(source)), the target \(tail(target))")
        }
    }

    /// Checks that the compositor disconnects a client with this error, and still serves the other.
    func expectError<Object: ProxyObject, Code: RawRepresentable>(
        _ code: Code, by type: Object.Type, at player: Player
    ) throws where Code.RawValue == UInt32 {
        let name = String(cString: Object.interface.name)
        let due = "the error \(code) of \(name)"
        do throws(Connection.Failure) {
            for _ in 0..<3 { try player.client.connection.roundtrip() }
        } catch {
            guard case .protocolError(let interface, _, let number) = error else {
                throw Broken(reason: "\(error), instead of \(due)")
            }
            guard interface == name, number == code.rawValue else {
                throw Broken(reason: "\(error), instead of \(due), \(code.rawValue)")
            }
            return try roundtrip(player === source ? target : source)
        }
        throw Broken(reason: "\(due) is missing")
    }

    /// Checks this for the source.
    func expectError<Object: ProxyObject, Code: RawRepresentable>(_ code: Code, by type: Object.Type) throws
    where Code.RawValue == UInt32 {
        try expectError(code, by: type, at: source)
    }

    /// Repeats a request of the source. The compositor may reject it at some point, but only with this error.
    func untilRefused<Object: ProxyObject, Code: RawRepresentable>(
        _ code: Code, by type: Object.Type, _ more: (UInt32) -> Void
    ) throws where Code.RawValue == UInt32 {
        let name = String(cString: Object.interface.name)
        for round in 0..<400 as Range<UInt32> {
            more(round)
            do throws(Connection.Failure) { try source.client.connection.roundtrip() } catch {
                guard case .protocolError(let interface, _, code.rawValue) = error, interface == name else {
                    throw Broken(reason: "\(error), instead of the error \(code) of \(name)")
                }
                return try roundtrip(target)
            }
        }
    }

    /// Checks that no error was posted so far.
    func expectNoError() throws { try settle() }

    // MARK: Dragging

    /// A source that is not dragged yet, with or without a description.
    func makeContent(actions: WlDataDeviceManager.DndAction = .copy) -> WlDataSource {
        source.client.makeSource(types: ["text/plain"], actions: actions)
    }

    /// Presses the button in a window.
    func press(in player: Player) throws {
        try openWindows()
        let place = player.places[0]
        try hand.move(toX: place.x, y: place.y)
        let serial = player.client.pressSerial
        try hand.press()
        isPressed = true
        try wait(for: "a press in the window of the \(player.client.name)") { player.client.pressSerial != serial }
    }

    func letGo() throws {
        try hand.release()
        isPressed = false
        try settle()
    }

    /// Begins a drag.
    /// - Parameter reserved: another device of the source, which alone receives the drag; nil for the regular one.
    func begin(_ content: WlDataSource, by reserved: ClientDevice? = nil, icon: WlSurface? = nil) throws {
        try press(in: source)
        guard let window = source.window else { return }
        (reserved?.object ?? source.client.device).startDrag(
            source: content, origin: window.surface, icon: icon, serial: source.client.pressSerial)
        try settle()
        try move(to: source.places[1])
        if reserved == nil { try wait(for: "wl:enter", at: source) }
    }

    func move(to place: ScreenPlace) throws {
        try hand.move(toX: place.x, y: place.y)
        try settle()
    }

    /// Moves the drag over the target's window.
    @discardableResult func enterTarget() throws -> WlDataOffer {
        let place = target.places[0]
        try hand.move(toX: place.x, y: place.y)
        try wait(for: "wl:enter", at: target)
        guard let offer = target.client.dragOffer?.object else {
            throw Broken(reason: "wl_data_device.enter has no offer")
        }
        return offer
    }

    /// Moves the drag outside of both windows.
    func leave() throws {
        guard let nowhere else { throw NotSeen(reason: "the two windows cover the whole screen") }
        try hand.move(toX: nowhere.x, y: nowhere.y)
        try settle()
    }

    /// Lets a client accept the drag over it.
    func take(
        by player: Player, actions: WlDataDeviceManager.DndAction = .copy,
        preferred: WlDataDeviceManager.DndAction = .copy
    ) throws {
        guard let offer = player.client.dragOffer?.object else { throw Broken(reason: "there is no offer") }
        offer.setActions(dndActions: actions, preferredAction: preferred)
        offer.accept(serial: player.client.enterSerial, mimeType: "text/plain")
        try settle()
    }

    /// Drops on a client that accepts.
    func drop(on player: Player) throws {
        try letGo()
        try wait(for: "wl:drop", at: player)
    }

    /// Reads the dropped content, and finishes.
    func finish(by player: Player) throws {
        guard let offer = player.client.dragOffer?.object else { throw Broken(reason: "there is no offer") }
        let read = player.client.receive("text/plain", from: offer)
        try wait(for: "the content") { read.poll() == .complete("source:text/plain") }
        offer.finish()
        try wait(for: "wl:sourceFinished", at: source)
    }

    /// Performs a drag from its beginning to an accepting target.
    func bring(_ content: WlDataSource, actions: WlDataDeviceManager.DndAction = .copy) throws -> WlDataOffer {
        try begin(content)
        let offer = try enterTarget()
        try take(by: target, actions: actions, preferred: actions)
        return offer
    }

    // MARK: Where the windows are

    private static let columns = 48
    private static let rows = 30

    /// Opens both windows, and determines their positions on the screen with the pointer, since no protocol provides
    /// them.
    private func openWindows() throws {
        let hand = try hand
        guard source.places.isEmpty else { return }
        // If the compositor stacks the windows, a press raises the source. It is smaller, so that the target is visible
        // around it.
        try target.openWindow(width: 400, height: 300)
        try source.openWindow(width: 180, height: 140)
        let limit = ContinuousClock.now + Self.patience
        repeat {
            try survey(with: hand)
        } while try !areFound(by: hand) && ContinuousClock.now < limit
        for player in [source, target] where player.places.count < 2 {
            player.places = []
            throw NotSeen(reason: "the pointer cannot find the window of the \(player.client.name) on the screen")
        }
        source.forgetTold()
        target.forgetTold()
    }

    /// Whether both windows are still at their positions: tiling compositors move windows when those of earlier checks
    /// are closed.
    private func areFound(by hand: any Hand) throws -> Bool {
        for player in [source, target] {
            guard player.places.count > 1 else { return false }
            for place in player.places {
                try hand.move(toX: place.x, y: place.y)
                try roundtrip(player)
                guard let local = player.pointerPlace, abs(Int32(local.x) - place.localX) <= 1,
                    abs(Int32(local.y) - place.localY) <= 1
                else { return false }
            }
        }
        return true
    }

    private func survey(with hand: any Hand) throws {
        let size = Self.columns * Self.rows
        var owners = [Int?](repeating: nil, count: size)
        var seen: [(index: Int, place: ScreenPlace)] = []
        nowhere = nil
        for index in 0..<size {
            let x = (Double(index % Self.columns) + 0.5) / Double(Self.columns)
            let y = (Double(index / Self.columns) + 0.5) / Double(Self.rows)
            try hand.move(toX: x, y: y)
            for (number, player) in [source, target].enumerated() {
                try roundtrip(player)
                guard let local = player.pointerPlace else { continue }
                owners[index] = number
                seen.append((index, ScreenPlace(x: x, y: y, localX: Int32(local.x), localY: Int32(local.y))))
            }
            if owners[index] == nil { nowhere = (x, y) }
        }
        // A window may have decorations, or end at the next column: only inner points are used.
        let inner = seen.filter { entry in
            let index = entry.index
            guard (1..<Self.columns - 1).contains(index % Self.columns),
                (1..<Self.rows - 1).contains(index / Self.columns)
            else { return false }
            let around = [index - 1, index + 1, index - Self.columns, index + Self.columns]
            return around.allSatisfy { owners[$0] == owners[index] }
        }
        for (number, player) in [source, target].enumerated() {
            let own = inner.filter { owners[$0.index] == number }.map(\.place)
            guard let first = own.first, let last = own.last, own.count > 1 else { continue }
            player.places = [first, last]
        }
    }
}
