// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandUtil

/// Content in memory that has no name: written once, then sealed, and read by as many as like.
final class MemoryFile {
    private let file: ReceivedDescriptor
    /// In bytes; that of the whole once it is sealed.
    private(set) var size = 0

    /// - Returns: nil if there are no descriptors left.
    init?() {
        let descriptor = dray_memory_file("dray-content")
        guard descriptor >= 0 else { return nil }
        file = ReceivedDescriptor(owning: descriptor)
    }

    /// - Returns: nil if there are no descriptors left, or no memory.
    convenience init?(containing bytes: [UInt8]) {
        self.init()
        guard let descriptor else { return nil }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress! + written, bytes.count - written, off_t(written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            written += count
        }
        guard seal(size: bytes.count) else { return nil }
    }

    /// For use while this object lives.
    var descriptor: Int32? { file.borrowed }

    /// Writes more at its end.
    /// - Returns: false if there is no memory for it.
    func append(_ bytes: some Collection<UInt8>) -> Bool {
        guard let descriptor else { return false }
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(size)) }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                return false
            }
            size += count
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads some of it.
    /// - Returns: nil if it cannot be read.
    func read(at offset: Int = 0, count: Int) -> [UInt8]? {
        guard let descriptor else { return nil }
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                if more < 0, errno == EINTR { continue }
                failed = more < 0
                guard more > 0 else { break }
                filled += more
            }
        }
        return failed ? nil : bytes
    }

    /// How much somebody else has written by now, in bytes; nil if that cannot be known.
    var sizeNow: Int? {
        var status = stat()
        guard let descriptor, fstat(descriptor, &status) == 0 else { return nil }
        return Int(status.st_size)
    }

    /// Somebody else has written so much.
    func extend(to size: Int) { self.size = size }

    /// Everything is written: nobody changes it any more.
    /// - Returns: whether it is so.
    func seal(size: Int) -> Bool {
        guard let descriptor else { return false }
        self.size = size
        return dray_seal(descriptor) == 0
    }
}
