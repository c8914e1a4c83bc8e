// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandUtil

/// A pipe that somebody else writes into and this process reads from, without ever waiting.
///
/// Both ends are closed on `exec`. Only the read end is non-blocking: the writer's is as it would be from any other
/// reader.
final class Pipe {
    /// For reading; closed with this object.
    private let readEnd: ReceivedDescriptor
    private var writeEnd: ReceivedDescriptor?
    private var isWide = false

    /// What a pipe holds by default (pipe(7)).
    static let usualCapacity = 1 << 16
    /// What a process without privileges may make of it (`/proc/sys/fs/pipe-max-size`, by default).
    static let largestCapacity = 1 << 20

    /// - Returns: nil if there are no descriptors left.
    init?() {
        var ends: [Int32] = [0, 0]
        guard dray_pipe(&ends) == 0 else { return nil }
        readEnd = ReceivedDescriptor(owning: ends[0])
        writeEnd = ReceivedDescriptor(owning: ends[1])
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    }

    /// The end to read from; nil once the pipe is closed.
    var input: Int32? { readEnd.borrowed }

    /// The end to write into. To be handed on and closed, since the end of what is written is that nobody has it open any
    /// more: so it is given away once.
    func takeWriteEnd() -> ReceivedDescriptor? {
        defer { writeEnd = nil }
        return writeEnd
    }

    /// Whether nothing lies in it that is still to be read.
    var isEmpty: Bool { input.map { dray_pipe_waiting($0) == 0 } ?? true }

    /// Lets the pipe hold as much as a process may ask for. The kernel can refuse that to somebody who has many wide
    /// pipes; then it stays as it is, and is only slower.
    func widen() {
        guard !isWide, let input else { return }
        isWide = true
        Self.widen(input)
    }

    /// The same for a pipe that somebody else made; does nothing with what is no pipe.
    static func widen(_ descriptor: Int32) {
        _ = dray_pipe_resize(descriptor, Int32(largestCapacity))
    }

    /// Closes both ends: whoever goes on writing hears that nobody reads.
    func close() {
        writeEnd = nil
        _ = readEnd.take().map { Glibc.close($0) }
    }
}
