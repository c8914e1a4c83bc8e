// SPDX-License-Identifier: MIT

internal import Glibc

/// The reading end of a transfer.
public final class PendingRead {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var state = State.open

    /// What has come of it.
    public enum State: Equatable, Sendable {
        /// The writing end is still open somewhere.
        case open
        /// All of it.
        case complete(String)
    }

    init(owning descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    /// Reads what there is, without waiting.
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
