// SPDX-License-Identifier: MIT

import Glibc
import WaylandClient
import WaylandServer

/// A server and a client connected by a socket pair, on the test's own thread.
final class Pair {
    let display: Display
    let client: Client
    let connection: Connection

    struct Stuck: Error {}

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Stuck()
        }
        display = try Display()
        client = try display.addClient(owning: ends[0])
        connection = try Connection(owning: ends[1])
    }

    /// Connects another client to the same display.
    func join() throws -> (client: Client, connection: Connection) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Stuck()
        }
        return (try display.addClient(owning: ends[0]), try Connection(owning: ends[1]))
    }

    /// Dispatches both sides until the server has handled all requests so far.
    func settle() throws { try settle(connection) }

    func settle(_ connection: Connection) throws {
        let callback = connection.display.sync()
        let answered = Flag()
        callback.onEvent { _ in answered.isSet = true }
        // Each turn moves the pending data; a working pair needs a handful.
        for _ in 0..<1000 {
            try connection.flush()
            display.dispatch(timeout: 0)
            try connection.dispatchPending()
            if answered.isSet { return }
        }
        throw Stuck()
    }

    /// Returns the error that the client received when it was disconnected.
    func failure(_ connection: Connection? = nil) -> Connection.Failure? {
        do {
            // A client whose disconnection is postponed is served once more.
            try settle(connection ?? self.connection)
            try settle(connection ?? self.connection)
            return nil
        } catch {
            return error as? Connection.Failure
        }
    }
}

/// A Boolean that closures share.
final class Flag {
    var isSet = false
}
