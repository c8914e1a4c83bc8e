// SPDX-License-Identifier: MIT

public import HeadlessDesktop
public import WaylandClient

extension HeadlessCompositor {
    /// Serves the compositor and one connection until the connection has received its answers.
    /// - Returns: false if they do not arrive. Everything is in this thread, so a round trip needs only a few
    ///   iterations; more would never end.
    public func answers(_ connection: Connection) throws -> Bool {
        var isDone = false
        let callback = connection.display.sync()
        callback.onEvent { _ in isDone = true }
        var turns = 0
        while !isDone, turns < 1000 {
            turns += 1
            try connection.flush()
            dispatch(timeout: 0)
            try connection.dispatchPending()
        }
        return isDone
    }
}
