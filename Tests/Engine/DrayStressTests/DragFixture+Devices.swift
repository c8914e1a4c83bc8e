// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import DrayHeadless
import Glibc
import HeadlessDesktop
import TestClients
import WaylandServer

// A file of its own, because the server's types have the same names as the client's.
extension DragFixture {
    /// A device that drives drags.
    enum DrivingDevice {
        case pointer
        case touch

        fileprivate var capability: WlSeat.Capability {
            switch self {
            case .pointer: .pointer
            case .touch: .touch
            }
        }
    }

    func pullOut(_ device: DrivingDevice) { seat.remove(device.capability) }
    func putIn(_ device: DrivingDevice) { seat.add(device.capability) }
    func hasIn(_ device: DrivingDevice) -> Bool { seat.capabilities.contains(device.capability) }

    /// The surface under the pointer: the title of its window, and its object ID.
    var surfaceBelowPointer: (title: String?, id: UInt32)? { surface(at: seat.pointer.position) }

    func surface(at point: Point) -> (title: String?, id: UInt32)? {
        compositor.surface(at: point).map { ($0.surface.window?.title, $0.surface.object.resource.objectID) }
    }

    /// Whether the pointer focus is the surface under the pointer.
    var isPointerFocusRight: Bool {
        let below = seat.capabilities.contains(.pointer) ? compositor.surface(at: seat.pointer.position) : nil
        return seat.pointer.focus?.surface === below?.surface
    }
}

extension DragFixture {
    /// The number of connected clients.
    var connectedClients: Int { compositor.display.clients.count }

    /// Makes a client that is served only where the test does so, and that may be disconnected.
    func makeStranger(_ name: String) throws -> DragClient {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw DragClient.SetupFailure(reason: "no socket pair")
        }
        try compositor.display.addClient(owning: ends[0])
        return try DragClient(name, owning: ends[1]) { try pump($0) }
    }

    /// Maps a window of such a client at a position.
    @discardableResult
    func showWindow(of client: DragClient, at point: Point) throws -> TestWindow {
        let window = try client.makeWindow { try pump($0) }
        if let shown = compositor.windows.last { compositor.place(shown, at: point) }
        try pump(client.connection)
        return window
    }
}
