// SPDX-License-Identifier: MIT

internal import Glibc
public import WaylandUtil

/// The read end of a transfer.
public final class PendingRead {
    private var descriptor: Int32
    private var bytes: [UInt8] = []
    private var state = State.open

    /// The state of the transfer.
    public enum State: Equatable, Sendable {
        /// The write end is still open.
        case open
        /// The complete content.
        case complete(String)
    }

    public init(owning descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close()
    }

    /// Closes the read end early.
    public func close() {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Reads available data without waiting.
    public func poll() -> State {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while state == .open {
            let count = read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { break }
            if count == 0 { state = .complete(String(decoding: bytes, as: UTF8.self)) }
            bytes += buffer[..<count]
        }
        return state
    }
}

extension ReceivedDescriptor {
    /// Writes a short text for the reader.
    public func write(_ text: String) {
        guard let borrowed else { return }
        let bytes = Array(text.utf8)
        _ = Glibc.write(borrowed, bytes, bytes.count)
    }
}
