// SPDX-License-Identifier: MIT

import DrayTransfer
import Glibc
import WaylandServer
import WaylandUtil

/// Writes into a client's pipe at its pace, without blocking.
final class DescriptorWriter {
    private let pipe: ReceivedDescriptor
    private let loop: EventLoop
    private var rest: ArraySlice<UInt8> = []
    private var watch: DescriptorSource?
    private let onEvent: (Event) -> Void

    enum Event {
        /// The given bytes are written.
        case written
        /// The reader has closed the pipe. The last event.
        case readerGone
    }

    /// - Parameters:
    ///   - pipe: Closed with this object.
    ///   - onEvent: Never called from within this initialiser or ``write(_:)``.
    /// - Returns: Nil if the descriptor was taken.
    init?(loop: EventLoop, _ pipe: ReceivedDescriptor, onEvent: @escaping (Event) -> Void) {
        guard let descriptor = pipe.borrowed else { return nil }
        self.loop = loop
        self.pipe = pipe
        self.onEvent = onEvent
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Whether a portion is still being written.
    var isWriting: Bool { watch != nil }

    /// Writes a portion; the previous one must be written.
    func write(_ bytes: [UInt8]) {
        rest = bytes[...]
        watch = pipe.borrowed.flatMap { loop.watch($0, for: .writable) { [weak self] _ in self?.handleWritable() } }
    }

    private func handleWritable() {
        guard let descriptor = pipe.borrowed else { return }
        if !rest.isEmpty {
            let (count, error) = BrokenPipe.asError {
                rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            if count < 0, error == EAGAIN || error == EINTR { return }
            guard count > 0 else { return end(.readerGone) }
            rest = rest.dropFirst(count)
            guard rest.isEmpty else { return }
        }
        end(.written)
    }

    private func end(_ event: Event) {
        watch = nil
        rest = []
        onEvent(event)
    }
}
