// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// One of the two sockets of a connection, with its state.
struct ProxySocket: ~Copyable {
    let descriptor: Int32
    /// Whether the kernel accepted nothing although the socket buffer has room: the user's limit on descriptors in
    /// flight is reached.
    private(set) var isCongested = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    /// Whether the other side has closed the connection, and not only its sending direction.
    var isGone: Bool {
        var watched = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&watched, 1, 0) > 0
    }

    /// Closes the sending direction. The other side receives pending data and then the end, and can still send.
    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The result of reading or writing.
    enum Outcome {
        case done
        /// The operation would block.
        case wait
        /// No further data can be received or sent.
        case over
    }

    /// Reads up to one portion into a stream.
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

    /// Writes the outgoing data of a stream until it is empty or the socket is full.
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
