// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc

/// Moves bytes from a pipe into a descriptor: with `splice` where possible, which moves pages without a copy, otherwise
/// with `read` and `write`. No call blocks.
struct SplicePump {
    private var way: Way

    private enum Way {
        /// The kernel moves the pages. Leads to `copying` if the target does not support it.
        case splicing
        /// Bytes are read and written. The values are the bytes not yet written, and whether the target is a socket.
        case copying(waiting: ArraySlice<UInt8>, isSocket: Bool)
    }

    /// The result of one attempt.
    enum Step: Equatable {
        /// The number of bytes written to the target.
        case moved(Int)
        /// The source is empty or the target is full. The next event of the loop tells which.
        case blocked
        /// Everything was moved, and all write ends of the pipe are closed.
        case atEnd
        /// The target has no readers, or cannot hold more.
        case targetClosed
        /// The pipe could not be read.
        case sourceFailed
    }

    /// The number of bytes that a writable descriptor accepts without blocking: `PIPE_BUF`. The open file description
    /// is shared with the target, so it cannot be made non-blocking.
    private static let chunk = 4096

    /// - Parameter target: The descriptor to write to. Only pipes and regular files are spliced: `splice` would block
    ///   on a full socket.
    init(to target: Int32) {
        var status = stat()
        let kind = fstat(target, &status) == 0 ? status.st_mode & S_IFMT : 0
        way = kind == S_IFIFO || kind == S_IFREG ? .splicing : .copying(waiting: [], isSocket: kind == S_IFSOCK)
    }

    /// Whether bytes pass through the memory of this process.
    var isCopying: Bool {
        switch way {
        case .splicing: false
        case .copying: true
        }
    }

    /// Moves at most `limit` bytes.
    /// - Parameter seen: Receives the bytes that are read, if they pass through the memory of this process.
    mutating func step(from input: Int32, to target: Int32, limit: Int, seen: ([UInt8]) -> Void) -> Step {
        switch way {
        case .splicing:
            let (count, error) = BrokenPipe.asError { dray_splice(input, target, limit) }
            switch (count, error) {
            case (0, _): return .atEnd
            case (1..., _): return .moved(count)
            case (_, EAGAIN), (_, EINTR): return .blocked
            case (_, EPIPE), (_, EBADF), (_, ENOSPC), (_, EDQUOT), (_, EFBIG), (_, EIO): return .targetClosed
            case (_, _):
                // The target was opened with `O_APPEND`, its file system does not support `splice`, or a security
                // policy denies it.
                way = .copying(waiting: [], isSocket: false)
                return step(from: input, to: target, limit: limit, seen: seen)
            }
        case .copying(var waiting, let isSocket):
            if waiting.isEmpty {
                var buffer = [UInt8](repeating: 0, count: Self.chunk)
                let count = read(input, &buffer, buffer.count)
                guard count > 0 else {
                    if count < 0, errno == EAGAIN || errno == EINTR { return .blocked }
                    return count == 0 ? .atEnd : .sourceFailed
                }
                buffer.removeLast(buffer.count - count)
                waiting = buffer[...]
                way = .copying(waiting: waiting, isSocket: isSocket)
                seen(buffer)
            }
            let (count, error) = BrokenPipe.asError {
                waiting.withUnsafeBytes { bytes in
                    isSocket
                        ? send(target, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
                        : write(target, bytes.baseAddress, bytes.count)
                }
            }
            guard count > 0 else { return error == EAGAIN || error == EINTR ? .blocked : .targetClosed }
            way = .copying(waiting: waiting.dropFirst(count), isSocket: isSocket)
            return .moved(count)
        }
    }
}
