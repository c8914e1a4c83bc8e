// SPDX-License-Identifier: MIT

import CPipe
import DrayCore
import Glibc
import Testing
import WaylandServer

// Pipes, clocks and waiting for the tests of transfers.

/// Creates a pipe with a non-blocking read end.
func makePipe(size: Int32? = nil) throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(dray_pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    if let size { _ = dray_pipe_resize(ends[1], size) }
    return (ends[0], ends[1])
}

/// Creates a socket pair with a non-blocking read end.
func makeSocket() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
}

extension Instant {
    /// The current time on the machine's clock.
    static var machine: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000)
    }
}

extension Display {
    /// Dispatches everything that is ready.
    func serve() { for _ in 0..<5 { eventLoop.dispatch(timeout: 0) } }

    /// Dispatches until a condition holds; fails after half a minute, enough for any busy machine.
    func wait(_ what: String, until isSo: () -> Bool) {
        let limit = Instant.machine.advanced(byMicroseconds: 30_000_000)
        var isReached = isSo()
        while !isReached, Instant.machine < limit {
            eventLoop.dispatch(timeout: 10)
            isReached = isSo()
        }
        #expect(isReached, "timed out waiting for \(what)")
    }
}
