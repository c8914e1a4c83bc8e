// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// One of the two sockets of a connection, with what waiting and closing need.
struct ProxySocket: ~Copyable {
    let descriptor: Int32
    /// The kernel took nothing though the socket has room: too many descriptors of this person are on their way.
    private(set) var isCongested = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    /// Whether the other end is closed, and does not only send nothing more.
    var isGone: Bool {
        var watched = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&watched, 1, 0) > 0
    }

    /// The other end reads what is on its way to it, and then the end; what it says is still heard.
    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// What came of reading or writing.
    enum Outcome {
        case done
        /// Later again.
        case wait
        /// Nothing will ever come, or go, again.
        case over
    }

    /// Reads a portion into a stream.
    func receive(into stream: inout WireStream) throws(WireBreach) -> Outcome {
        var result = 0
        try stream.fill { room in
            var descriptors: [Int32] = []
            result = withUnsafeTemporaryAllocation(of: Int32.self, capacity: Int(dray_descriptor_room)) { buffer in
                var count = 0
                let result = dray_receive(descriptor, room.baseAddress, room.count, buffer.baseAddress, &count)
                if count > 0 { descriptors = Array(buffer[..<count]) }
                return result
            }
            return (max(result, 0), descriptors)
        }
        switch result {
        case 1...: return .done
        case Int(-EMFILE): throw .descriptorsLost
        case Int(-EAGAIN): return .wait
        case _: return .over
        }
    }

    /// Writes what a stream has, until all is gone or the socket is full.
    mutating func send(from stream: inout WireStream) -> Outcome {
        isCongested = false
        while stream.hasOutgoing {
            let (count, gone) = stream.drain { bytes, descriptors in
                dray_send(descriptor, bytes.baseAddress, bytes.count, descriptors, descriptors.count)
            }
            for descriptor in gone { close(descriptor) }
            switch count {
            case 1...: break
            case Int(-EAGAIN): return .wait
            case Int(-ETOOMANYREFS), Int(-ENOBUFS), Int(-ENOMEM):
                isCongested = true
                return .wait
            case _: return .over
            }
        }
        return .done
    }
}
