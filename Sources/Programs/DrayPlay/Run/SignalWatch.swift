// SPDX-License-Identifier: MIT

import CProcess
import Glibc
import WaylandServer

/// Delivers SIGINT, SIGTERM and SIGHUP through a descriptor instead of signal handlers.
///
/// There is one per process, created before any other thread.
package final class SignalWatch {
    /// Readable when a signal has arrived.
    let descriptor: Int32

    package init?() {
        descriptor = dray_open_signals()
        if descriptor < 0 { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// The next signal that has arrived, or nil.
    func next() -> Int32? {
        let signal = dray_read_signal(descriptor, nil)
        return signal == 0 ? nil : signal
    }

    /// Whether an unread signal has arrived.
    var isPending: Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) > 0
    }

    /// Calls `handler` for every signal, from an event loop.
    func watch(in loop: EventLoop, handler: @escaping (Int32) -> Void) -> DescriptorSource? {
        loop.watch(descriptor, for: .readable) { [weak self] _ in
            while let signal = self?.next() { handler(signal) }
        }
    }

    /// The name of a signal, such as "SIGINT".
    static func name(of signal: Int32) -> String {
        switch signal {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        case SIGHUP: "SIGHUP"
        default: "signal \(signal)"
        }
    }
}
