// SPDX-License-Identifier: MIT

import Glibc

/// Bytes that are written to a pipe as fast as the other side reads them.
///
/// The event loop retains the object until all is written or the pipe is closed. Nothing blocks.
final class OutgoingData {
    private var rest: ArraySlice<UInt8>
    private let descriptor: Int32
    private let loop: EventLoop

    /// Takes ownership of `descriptor`.
    init(_ bytes: [UInt8], into descriptor: Int32, _ loop: EventLoop) {
        rest = bytes[...]
        self.descriptor = descriptor
        self.loop = loop
        // The pipe was created by another program, and may be in blocking mode.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        // This marks the end of the data for the reader.
        close(descriptor)
    }

    func start() {
        loop.watch(descriptor, for: POLLOUT) { self.write() }
    }

    private func write() {
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                // The reader has closed the pipe.
                break
            }
        }
        loop.unwatch(descriptor)
    }
}
