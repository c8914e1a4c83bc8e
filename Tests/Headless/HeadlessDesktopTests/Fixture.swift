// SPDX-License-Identifier: MIT

import DrayCore
import Glibc
import HeadlessDesktop
import Testing
import WaylandClient
import WaylandServer

/// A compositor and its clients in one thread, connected by socket pairs.
final class Fixture {
    let compositor: HeadlessCompositor
    private(set) var clients: [TestClient] = []

    init(_ configuration: HeadlessConfiguration = HeadlessConfiguration()) throws {
        compositor = try HeadlessCompositor(configuration)
    }

    deinit {
        clients = []
        compositor.close()
    }

    var seat: HeadlessDesktop.Seat { compositor.seats[0] }

    func makeClient() throws -> TestClient {
        var sockets: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0)
        try compositor.display.addClient(owning: sockets[0])
        let client = try TestClient(Connection(owning: sockets[1]), self)
        clients.append(client)
        return client
    }

    /// Waits until every client has received all answers to its requests.
    func roundtrip() throws {
        for client in clients where !client.isGone { try client.roundtrip() }
        for client in clients where !client.isGone { try client.roundtrip() }
    }

    /// The surface of a client's object.
    func surface(_ object: WaylandClient.WlSurface, of client: TestClient) throws -> Surface {
        let server = try #require(client.server.object(object.proxy.objectID))
        return try #require(Surface.of(WaylandServer.WlSurface(server)))
    }
}
