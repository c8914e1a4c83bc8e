// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestClients
internal import WaylandClient
internal import WaylandUtil

/// One of the two clients of a check, with a window and all its events in order.
final class Player {
    let client: DragClient
    let words: ClientWords
    /// The events. Those of the core protocol begin with `wl:`, as in `wl:leave`; the others are those of
    /// ``ClientWords``.
    private(set) var told: [String] = []
    private(set) var window: TestWindow?
    /// The positions at which the window is visible.
    var places: [ScreenPlace] = []

    init(_ name: String, display: String?) throws {
        client = try DragClient(name, over: Connection(to: display)) { try $0.roundtrip() }
        guard let words = ClientWords(client) else { throw NotSeen(reason: "the extension is no longer offered") }
        self.words = words
        client.onNote = { [weak self] event in
            // The name of the case without its values.
            self?.told.append("wl:\("\(event)".prefix { $0 != "(" })")
        }
        words.onNote = { [weak self] text in self?.told.append(text) }
    }

    deinit {
        // The objects refer to each other, which would keep the connection and the window.
        shutdown(client.connection.descriptor, Int32(SHUT_RDWR))
    }

    /// - width: in points.
    /// - height: in points.
    func openWindow(width: Int32, height: Int32) throws {
        guard window == nil else { return }
        window = try client.makeWindow(width: width, height: height) { try $0.roundtrip() }
    }

    func forgetTold() { told = [] }

    func heard(_ entry: String) -> Bool { told.contains(entry) }

    /// Whether both events were received in this order.
    func heard(_ first: String, before second: String) -> Bool {
        guard let one = told.firstIndex(of: first), let other = told.firstIndex(of: second) else { return false }
        return one < other
    }

    /// The pointer position in window coordinates; nil if it is not on the window.
    var pointerPlace: (x: Double, y: Double)? {
        guard let place = client.mainSeat.pointerPlace, place.surface == window?.id else { return nil }
        return (place.x, place.y)
    }
}

/// A point of the screen at which a window is visible.
struct ScreenPlace {
    /// The fraction of the screen's width or height.
    let x: Double
    let y: Double
    /// The same point in window coordinates.
    let localX: Int32
    let localY: Int32
}
