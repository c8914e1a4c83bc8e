// SPDX-License-Identifier: MIT

import Glibc

/// Nonblocking input of lines typed by the user.
struct LineInput {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private(set) var isAtEnd = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next line without its terminator; nil if none is available or the input has ended.
    mutating func next() -> String? {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeFirst(end + 1) }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard !isAtEnd, poll(&watched, 1, 0) > 0 else { break }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { break }
            guard count > 0 else {
                isAtEnd = true
                break
            }
            bytes += buffer[..<count]
        }
        guard isAtEnd, !bytes.isEmpty else { return nil }
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
