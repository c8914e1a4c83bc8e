// SPDX-License-Identifier: MIT

internal import CPipe
internal import Glibc
internal import WaylandUtil

/// A memory file without a name: written once, then sealed, and read any number of times.
final class MemoryFile {
    private let file: ReceivedDescriptor
    /// The size in bytes; the final size once it is sealed.
    private(set) var size = 0

    /// - Returns: Nil if no descriptors are left.
    init?() {
        let descriptor = dray_memory_file("dray-content")
        guard descriptor >= 0 else { return nil }
        file = ReceivedDescriptor(owning: descriptor)
    }

    /// - Returns: Nil if no descriptors or no memory are left.
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

    /// The descriptor, valid while this object lives.
    var descriptor: Int32? { file.borrowed }

    /// Appends bytes.
    /// - Returns: False if no memory is left.
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

    /// Reads a range of bytes.
    /// - Returns: Nil if it cannot be read.
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

    /// The current size in bytes if another process writes the file; nil if it cannot be determined.
    var sizeNow: Int? {
        var status = stat()
        guard let descriptor, fstat(descriptor, &status) == 0 else { return nil }
        return Int(status.st_size)
    }

    /// Records the size after another process has written the file.
    func extend(to size: Int) { self.size = size }

    /// Seals the file, so that it can no longer be changed.
    /// - Returns: Whether the file is sealed.
    func seal(size: Int) -> Bool {
        guard let descriptor else { return false }
        self.size = size
        return dray_seal(descriptor) == 0
    }
}
