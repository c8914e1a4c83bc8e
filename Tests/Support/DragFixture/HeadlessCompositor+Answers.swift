// SPDX-License-Identifier: MIT

public import HeadlessDesktop
public import WaylandClient

extension HeadlessCompositor {
    /// Lets the compositor and one connection work until the connection has had its answers.
    /// - Returns: false if they do not come. Everything is in this thread, so a roundtrip takes a few turns; more means that it
    ///   never ends.
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
