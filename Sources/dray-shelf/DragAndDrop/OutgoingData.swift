// SPDX-License-Identifier: MIT

import Glibc

/// Bytes on their way into a pipe, as fast as the other end reads them and no faster.
///
/// The event loop keeps it alive until all is written, or until the other end is closed. Nobody waits for it.
final class OutgoingData {
    private var rest: ArraySlice<UInt8>
    private let descriptor: Int32
    private let loop: EventLoop

    /// Owns `descriptor` from here on.
    init(_ bytes: [UInt8], into descriptor: Int32, _ loop: EventLoop) {
        rest = bytes[...]
        self.descriptor = descriptor
        self.loop = loop
        // The pipe was made by somebody else, and may be one that blocks.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        // The reader sees the end of the data by this.
        close(descriptor)
    }

    func start() {
        loop.watch(descriptor, for: .writing) { self.write() }
    }

    private func write() {
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                // The reader does not want the rest.
                break
            }
        }
        loop.unwatch(descriptor)
    }
}
