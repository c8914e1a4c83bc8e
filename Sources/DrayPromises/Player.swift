// SPDX-License-Identifier: MIT

internal import Glibc
internal import TestClients
internal import WaylandClient
internal import WaylandUtil

/// One of the two programs that look at a promise: a client with a window, and everything that it is told, in order.
final class Player {
    let client: DragClient
    let words: ClientWords
    /// What was told by the core protocol begins with `wl:`, as `wl:leave`; the rest is ``ClientWords``' own.
    private(set) var told: [String] = []
    private(set) var window: TestWindow?
    /// Where its window is seen.
    var places: [ScreenPlace] = []

    init(_ name: String, display: String?) throws {
        client = try DragClient(name, over: Connection(to: display)) { try $0.roundtrip() }
        guard let words = ClientWords(client) else { throw NotSeen(reason: "the extension is gone") }
        self.words = words
        client.onNote = { [weak self] event in
            // The case's name, without its values.
            self?.told.append("wl:\("\(event)".prefix { $0 != "(" })")
        }
        words.onNote = { [weak self] text in self?.told.append(text) }
    }

    deinit {
        // Objects that hold each other would keep the connection, and the window with it.
        shutdown(client.connection.descriptor, Int32(SHUT_RDWR))
    }

    /// - Parameters:
    ///   - width: in points.
    ///   - height: in points.
    func openWindow(width: Int32, height: Int32) throws {
        guard window == nil else { return }
        window = try client.makeWindow(width: width, height: height) { try $0.roundtrip() }
    }

    func forgetTold() { told = [] }

    func heard(_ entry: String) -> Bool { told.contains(entry) }

    /// Whether it was told of both, and of the first before the other.
    func heard(_ first: String, before second: String) -> Bool {
        guard let one = told.firstIndex(of: first), let other = told.firstIndex(of: second) else { return false }
        return one < other
    }

    /// Where the pointer is on its window, in the window's coordinates; nil if it is not.
    var pointerPlace: (x: Double, y: Double)? {
        guard let place = client.mainSeat.pointerPlace, place.surface == window?.id else { return nil }
        return (place.x, place.y)
    }
}

/// A point of the screen at which a window is seen.
struct ScreenPlace {
    /// Parts of the screen's width and height.
    let x: Double
    let y: Double
    /// The same point in the window's coordinates.
    let localX: Int32
    let localY: Int32
}
