// SPDX-License-Identifier: MIT

internal import Glibc
internal import WaylandServer
internal import WaylandUtil

/// Answers `wl_shm`.
///
/// In place of libwayland's own, which takes a stride of fewer bytes than a row has, and maps the client's file: a client
/// that cuts the file short then raises a signal in here. Files are read instead, when content is committed.
final class SharedMemoryHandler: ResourceHandler {
    /// Every pool that has content in use keeps a descriptor open. Toolkits have a handful for each window.
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
                return client.postImplementationError("a client may have \(Self.poolsPerClient) pools of memory")
            }
            let pool = SharedMemoryPool(descriptor, size: Int(size), share)
            id.setHandler(SharedMemoryPoolRequests(pool))
        }
    }

    private static func isReadable(_ file: Int32) -> Bool {
        let flags = fcntl(file, F_GETFL)
        // What has no places in it, such as a pipe, could be waited for without end.
        guard flags >= 0, flags & O_ACCMODE != O_WRONLY, lseek(file, 0, SEEK_CUR) >= 0 else { return false }
        // Memory has pages. What has none is made up as it is read, as a file of /proc is, and who makes it up may take
        // any time for it.
        let page = mmap(nil, 1, PROT_READ, MAP_SHARED, file, 0)
        guard page != MAP_FAILED else { return false }
        munmap(page, 1)
        return true
    }
}

/// A client's file, for as long as its `wl_shm_pool` or a buffer in it lives.
final class SharedMemoryPool {
    let file: ReceivedDescriptor
    /// In bytes, as the client says. The file may be shorter.
    private(set) var size: Int
    /// Of the pools that its client may have.
    private let share: ClientBudget.Share

    init(_ file: ReceivedDescriptor, size: Int, _ share: ClientBudget.Share) {
        self.file = file
        self.size = size
        self.share = share
    }

    /// - Returns: false for a size that is smaller than before.
    func grow(to newSize: Int) -> Bool {
        guard newSize >= size else { return false }
        size = newSize
        return true
    }

    /// Reads a part of the file.
    /// - Returns: false if the file ends before, or is not to be read.
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

/// Answers one `wl_shm_pool`. The protocol has its errors among those of `wl_shm`.
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
            // In 64 bits, four times any 32-bit number and the product of two of them do not overflow.
            let (offset, width, height, stride) = (Int(offset), Int(width), Int(height), Int(stride))
            guard offset >= 0, width > 0, height > 0, stride >= width * 4, offset + stride * height <= pool.size else {
                return post(
                    .invalidStride, "\(width)x\(height), \(stride) bytes a row from \(offset) on, of \(pool.size)",
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

/// Answers one `wl_buffer` in a pool, and says where its content is.
final class SharedMemoryContent: ResourceHandler {
    let pool: SharedMemoryPool
    /// In bytes.
    let offset: Int
    /// In pixels.
    let width: Int
    /// In pixels.
    let height: Int
    /// From one row to the next, in bytes; at least what a row needs.
    let stride: Int
    /// Whether the fourth byte of a pixel means nothing.
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
    /// Those that every compositor has.
    static let formats: [WlShm.Format] = [.argb8888, .xrgb8888]

    /// Takes a client's object, and tells the client what there is.
    func bind(_ object: WlShm) {
        object.setHandler(self)
        for format in Self.formats { object.sendFormat(format: format) }
    }
}
