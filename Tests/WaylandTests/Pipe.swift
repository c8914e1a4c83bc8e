// SPDX-License-Identifier: MIT

import Glibc

/// A pipe whose writing end is sent around: as long as anybody holds it open, the reading end waits.
///
/// Says of one descriptor whether it leaked, whatever other tests open meanwhile.
final class Pipe {
    let reading: Int32
    private(set) var writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        // Other tests start programs meanwhile, which must not hold the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
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

    /// Whether every copy of the writing end is closed.
    var isHungUp: Bool {
        var state = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP) != 0
    }

    /// What was written into it.
    func read(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = Glibc.read(reading, &bytes, count)
        return Array(bytes.prefix(max(got, 0)))
    }
}
