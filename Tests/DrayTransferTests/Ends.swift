// SPDX-License-Identifier: MIT

import CPipe
import DrayCore
import Glibc
import Testing
import WaylandServer

// What tests of transfers read from and write into, and how they wait.

/// A pipe of which the reading end does not wait.
func makePipe(size: Int32? = nil) throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(dray_pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    if let size { _ = dray_pipe_resize(ends[1], size) }
    return (ends[0], ends[1])
}

/// A pair of sockets of which the reading one does not wait.
func makeSocket() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
}

extension Instant {
    /// The time now, on the machine's clock.
    static var machine: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000)
    }
}

extension Display {
    /// Lets the loop do what is to be done now.
    func serve() { for _ in 0..<5 { eventLoop.dispatch(timeout: 0) } }

    /// Lets the loop work until something is so; a failure after half a minute, which no machine is too busy for.
    func wait(_ what: String, until isSo: () -> Bool) {
        let limit = Instant.machine.advanced(byMicroseconds: 30_000_000)
        var isReached = isSo()
        while !isReached, Instant.machine < limit {
            eventLoop.dispatch(timeout: 10)
            isReached = isSo()
        }
        #expect(isReached, "\(what) never came")
    }
}
