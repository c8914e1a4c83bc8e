// SPDX-License-Identifier: MIT

internal import Glibc
internal import WaylandServer
internal import WaylandUtil

/// Handles the requests of `wl_shm`.
///
/// It replaces libwayland's own implementation, which accepts a stride below the length of a row, and maps the client's
/// file: a client that truncates the file then causes SIGBUS in the compositor. Here files are read when content is
/// committed.
final class SharedMemoryHandler: ResourceHandler {
    /// The maximum number of pools per client. Each pool with a used buffer keeps a descriptor open. Toolkits have a
    /// few pools per window.
    static let poolsPerClient = 256

    private let pools = ClientBudget(limit: poolsPerClient)

    func handle(_ request: WlShm.Request, on object: WlShm) {
        switch request {
        case .createPool(let id, let descriptor, let size):
            guard size > 0 else { return object.postError(.invalidStride, "a pool of \(size) bytes") }
            guard let file = descriptor.borrowed, Self.isReadable(file) else {
                return object.postError(.invalidFd, "the file cannot be read")
            }
            let client = object.client
            guard let share = pools.take(for: client) else {
                return client.postImplementationError("a client may have \(Self.poolsPerClient) wl_shm_pool objects")
            }
            let pool = SharedMemoryPool(descriptor, size: Int(size), share)
            id.setHandler(SharedMemoryPoolRequests(pool))
        }
    }

    private static func isReadable(_ file: Int32) -> Bool {
        let flags = fcntl(file, F_GETFL)
        // Files without offsets, such as pipes, could block reads indefinitely.
        guard flags >= 0, flags & O_ACCMODE != O_WRONLY, lseek(file, 0, SEEK_CUR) >= 0 else { return false }
        // Only files with pages can be mapped. Others, such as those of /proc, are generated when read, which can block
        // for any time.
        let page = mmap(nil, 1, PROT_READ, MAP_SHARED, file, 0)
        guard page != MAP_FAILED else { return false }
        munmap(page, 1)
        return true
    }
}

/// A client's file, owned by its `wl_shm_pool` and the buffers in it.
final class SharedMemoryPool {
    let file: ReceivedDescriptor
    /// The size in bytes that the client has requested. The file may be shorter.
    private(set) var size: Int
    /// The reserved part of the client's budget of pools.
    private let share: ClientBudget.Share

    init(_ file: ReceivedDescriptor, size: Int, _ share: ClientBudget.Share) {
        self.file = file
        self.size = size
        self.share = share
    }

    /// - Returns: false if the size is smaller than before.
    func grow(to newSize: Int) -> Bool {
        guard newSize >= size else { return false }
        size = newSize
        return true
    }

    /// Reads a part of the file.
    /// - Returns: false if the file is too short or cannot be read.
    func read(_ count: Int, at offset: Int, into target: UnsafeMutableRawPointer) -> Bool {
        guard let descriptor = file.borrowed else { return false }
        var done = 0
        while done < count {
            let got = pread(descriptor, target + done, count - done, off_t(offset + done))
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return false }
            done += got
        }
        return true
    }
}

/// Handles the requests of one `wl_shm_pool`. Its protocol errors are those of `wl_shm`.
final class SharedMemoryPoolRequests: ResourceHandler {
    private let pool: SharedMemoryPool

    init(_ pool: SharedMemoryPool) {
        self.pool = pool
    }

    func handle(_ request: WlShmPool.Request, on object: WlShmPool) {
        switch request {
        case .destroy: break
        case .resize(let size):
            if !pool.grow(to: Int(size)) { post(.invalidFd, "a pool cannot shrink", on: object) }
        case .createBuffer(let id, let offset, let width, let height, let stride, let format):
            guard SharedMemoryHandler.formats.contains(format) else {
                return post(.invalidFormat, "the format \(format) was not announced", on: object)
            }
            // With 64 bits, neither four times a 32-bit number nor the product of two of them overflows.
            let (offset, width, height, stride) = (Int(offset), Int(width), Int(height), Int(stride))
            guard offset >= 0, width > 0, height > 0, stride >= width * 4, offset + stride * height <= pool.size else {
                return post(
                    .invalidStride, "\(width)x\(height), stride \(stride), offset \(offset), pool size \(pool.size)",
                    on: object)
            }
            id.setHandler(
                SharedMemoryContent(
                    pool: pool, offset: offset, width: width, height: height, stride: stride,
                    isOpaque: format == .xrgb8888))
        }
    }

    func errorCode(for error: InvalidArgument) -> UInt32? {
        error.message == "create_buffer" ? WlShm.Error.invalidFormat.rawValue : nil
    }

    private func post(_ error: WlShm.Error, _ message: String, on object: WlShmPool) {
        object.resource.postError(error.rawValue, message)
    }
}

/// Handles the requests of one `wl_buffer` in a pool, and describes its layout.
final class SharedMemoryContent: ResourceHandler {
    let pool: SharedMemoryPool
    /// In bytes.
    let offset: Int
    /// In pixels.
    let width: Int
    /// In pixels.
    let height: Int
    /// The distance between rows in bytes, at least the length of a row.
    let stride: Int
    /// Whether the fourth byte of a pixel has no meaning.
    let isOpaque: Bool

    init(pool: SharedMemoryPool, offset: Int, width: Int, height: Int, stride: Int, isOpaque: Bool) {
        self.pool = pool
        self.offset = offset
        self.width = width
        self.height = height
        self.stride = stride
        self.isOpaque = isOpaque
    }

    func handle(_ request: WlBuffer.Request, on object: WlBuffer) {
        switch request {
        case .destroy: break
        }
    }
}

extension SharedMemoryHandler {
    /// The formats that every compositor supports.
    static let formats: [WlShm.Format] = [.argb8888, .xrgb8888]

    /// Adds a client's object and announces the formats.
    func bind(_ object: WlShm) {
        object.setHandler(self)
        for format in Self.formats { object.sendFormat(format: format) }
    }
}
