// SPDX-License-Identifier: MIT

import CPipe
import Glibc

/// A pipe whose write end is passed around: while any copy of it is open, the read end does not hang up.
///
/// Detects the leak of one descriptor, whatever descriptors other tests open concurrently.
final class Pipe {
    let reading: Int32
    private(set) var writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        // Programs started by other tests must not hold the pipe open.
        precondition(dray_pipe(&ends) == 0)
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        closeWriting()
        close(reading)
    }

    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Whether a copy of the write end is open.
    var isHeld: Bool { !hangsUp(within: 0) }

    /// Whether every copy of the write end is closed.
    ///
    /// A program that another test starts has copies of all open descriptors between `fork` and `exec`, so this waits
    /// for that.
    var hangsUp: Bool { hangsUp(within: 30_000) }

    private func hangsUp(within milliseconds: Int32) -> Bool {
        var state = pollfd(fd: reading, events: 0, revents: 0)
        return poll(&state, 1, milliseconds) == 1 && state.revents & Int16(POLLHUP) != 0
    }

    /// Reads the bytes written into the pipe.
    func read(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = Glibc.read(reading, &bytes, count)
        return Array(bytes.prefix(max(got, 0)))
    }
}
