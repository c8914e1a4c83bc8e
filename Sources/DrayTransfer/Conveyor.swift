// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc

/// How bytes pass from a pipe into a descriptor: by `splice` as long as that is possible, which moves pages and copies
/// nothing, else by reading and writing. Never waits for either side.
struct Conveyor {
    private var way: Way

    private enum Way {
        /// Moved by the kernel from one pipe to the other. Leads to `copying` where the target turns out not to be able to.
        case splicing
        /// Read and written. What was read and not yet written, and which kind of target that is.
        case copying(waiting: ArraySlice<UInt8>, isSocket: Bool)
    }

    /// What came of one attempt.
    enum Step: Equatable {
        /// So many bytes went into the target.
        case moved(Int)
        /// There was nothing to move, or no room for it: which of the two, the loop's next answer tells.
        case blocked
        /// Everything was moved, and nobody has the pipe open for writing any more.
        case atEnd
        /// Nobody reads the target any more, or it takes no more.
        case targetClosed
        /// The pipe could not be read.
        case sourceFailed
    }

    /// What a descriptor takes without blocking once it reports room: `PIPE_BUF`. The target's is shared with the target,
    /// so it is not made non-blocking.
    private static let chunk = 4096

    /// - Parameter target: what is written into. Pipes and regular files are spliced into; a socket would make `splice`
    ///   wait when it is full.
    init(to target: Int32) {
        var status = stat()
        let kind = fstat(target, &status) == 0 ? status.st_mode & S_IFMT : 0
        way = kind == S_IFIFO || kind == S_IFREG ? .splicing : .copying(waiting: [], isSocket: kind == S_IFSOCK)
    }

    /// Whether bytes pass through this process, so that it has seen them.
    var isCopying: Bool {
        switch way {
        case .splicing: false
        case .copying: true
        }
    }

    /// Moves at most `limit` bytes.
    /// - Parameter seen: is shown what is read, where the bytes pass through this process.
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
                // Written at the end only (`O_APPEND`), on a file system that cannot, or not allowed to this process.
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
