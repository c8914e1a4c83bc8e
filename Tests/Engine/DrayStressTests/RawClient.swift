// SPDX-License-Identifier: MIT

import DragFixture
import DrayHeadless
import Glibc
import HeadlessDesktop
import WaylandServer

/// A client without a library: sends the bytes that a test passes, and reads only in ``drain()``.
final class RawClient {
    let descriptor: Int32
    private let fixture: DragFixture

    init(_ fixture: DragFixture) throws {
        self.fixture = fixture
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure.noSocket(errno) }
        descriptor = ends[1]
        try fixture.compositor.display.addClient(owning: ends[0])
    }

    deinit {
        close(descriptor)
        for _ in 0..<2 { fixture.compositor.dispatch(timeout: 0) }
    }

    enum Failure: Error { case noSocket(Int32) }

    /// Whether the compositor has not closed the connection.
    var isConnected: Bool {
        var poll = pollfd(fd: descriptor, events: 0, revents: 0)
        return Glibc.poll(&poll, 1, 0) >= 0 && poll.revents & Int16(POLLHUP) == 0
    }

    /// Sends bytes, and dispatches them in the compositor.
    /// - Returns: false if the connection is closed.
    @discardableResult
    func say(_ bytes: [UInt8], descriptors: [Int32] = []) -> Bool {
        var rest = bytes[...]
        var passed = descriptors
        // A compositor that reads takes everything within a few dispatches.
        for _ in 0..<1000 where !rest.isEmpty {
            let count = send(Array(rest), passed)
            if count > 0 {
                rest = rest.dropFirst(count)
                passed = []
            }
            fixture.compositor.dispatch(timeout: 0)
            if count < 0, errno != EAGAIN { return false }
        }
        return rest.isEmpty
    }

    /// Discards the events received.
    func drain() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
    }

    private func send(_ bytes: [UInt8], _ descriptors: [Int32]) -> Int {
        guard !descriptors.isEmpty else {
            return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
        // A `cmsghdr`, followed by the descriptors: Swift does not import its macros.
        var control = [UInt64](repeating: 0, count: 2 + (descriptors.count + 1) / 2)
        control[0] = UInt64(16 + 4 * descriptors.count)
        control[1] = UInt64(SOL_SOCKET) | UInt64(SCM_RIGHTS) << 32
        return control.withUnsafeMutableBytes { control in
            control.baseAddress!.advanced(by: 16).withMemoryRebound(to: Int32.self, capacity: descriptors.count) {
                $0.update(from: descriptors, count: descriptors.count)
            }
            return bytes.withUnsafeBytes { bytes in
                var vector = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &vector) { vector in
                    var message = msghdr()
                    message.msg_iov = vector
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }
}
