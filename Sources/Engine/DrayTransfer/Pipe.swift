// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandUtil

/// A pipe that another process writes into and this process reads from without blocking.
///
/// Both ends are closed on `exec`. Only the read end is non-blocking: the write end is given to a client, which expects
/// a blocking one.
final class Pipe {
    /// The end to read from; closed with this object.
    private let readEnd: ReceivedDescriptor
    private var writeEnd: ReceivedDescriptor?
    private var isWide = false

    /// The default capacity of a pipe, in bytes (pipe(7)).
    static let usualCapacity = 1 << 16
    /// The default maximum capacity for unprivileged processes, in bytes (`/proc/sys/fs/pipe-max-size`).
    static let largestCapacity = 1 << 20

    /// - Returns: Nil if no descriptors are left.
    init?() {
        var ends: [Int32] = [0, 0]
        guard dray_pipe(&ends) == 0 else { return nil }
        readEnd = ReceivedDescriptor(owning: ends[0])
        writeEnd = ReceivedDescriptor(owning: ends[1])
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    }

    /// The end to read from; nil once the pipe is closed.
    var input: Int32? { readEnd.borrowed }

    /// Returns the write end, once. The caller passes it on and closes it, since the content ends when all copies of it
    /// are closed.
    func takeWriteEnd() -> ReceivedDescriptor? {
        defer { writeEnd = nil }
        return writeEnd
    }

    /// Whether there are no unread bytes in the pipe.
    var isEmpty: Bool { input.map { dray_pipe_waiting($0) == 0 } ?? true }

    /// Increases the capacity to the maximum. The kernel can refuse this to a user who has many large pipes; the pipe
    /// then keeps its capacity, and is only slower.
    func widen() {
        guard !isWide, let input else { return }
        isWide = true
        Self.widen(input)
    }

    /// Increases the capacity of a pipe that this object did not create; has no effect on other descriptors.
    static func widen(_ descriptor: Int32) {
        _ = dray_pipe_resize(descriptor, Int32(largestCapacity))
    }

    /// Closes both ends, so that a writer gets EPIPE.
    func close() {
        writeEnd = nil
        _ = readEnd.take().map { Glibc.close($0) }
    }
}
