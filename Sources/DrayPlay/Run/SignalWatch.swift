// SPDX-License-Identifier: MIT

import CProcess
import Glibc
import WaylandServer

/// SIGINT, SIGTERM and SIGHUP as something to read in place of something that breaks in.
///
/// One for a process, made before anything else starts a thread.
package final class SignalWatch {
    /// Readable when a signal has come.
    let descriptor: Int32

    package init?() {
        descriptor = dray_open_signals()
        if descriptor < 0 { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// The next signal that has come, or nil.
    func next() -> Int32? {
        let signal = dray_read_signal(descriptor, nil)
        return signal == 0 ? nil : signal
    }

    /// Whether one has come that was not read yet.
    var isPending: Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) > 0
    }

    /// Calls `handler` for every signal, from a loop.
    func watch(in loop: EventLoop, handler: @escaping (Int32) -> Void) -> DescriptorSource? {
        loop.watch(descriptor, for: .readable) { [weak self] _ in
            while let signal = self?.next() { handler(signal) }
        }
    }

    /// "SIGINT" and the like.
    static func name(of signal: Int32) -> String {
        switch signal {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        case SIGHUP: "SIGHUP"
        default: "signal \(signal)"
        }
    }
}
