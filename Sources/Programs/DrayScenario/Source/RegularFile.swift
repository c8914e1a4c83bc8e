// SPDX-License-Identifier: MIT

import Glibc

/// A file that is opened only if it is a regular file. Opening a pipe or a device can block indefinitely, and data
/// written to one is lost.
package final class RegularFile {
    /// The open file descriptor; closed when this object is deallocated.
    package let descriptor: Int32
    /// The name shown in error messages.
    private let name: String

    /// Opens a file for reading.
    package convenience init(reading path: String) throws(SystemFailure) {
        try self.init(path, O_RDONLY, under: nil)
    }

    /// Opens a file for writing, or creates it. Existing content stays until the first write.
    package convenience init(writing path: String) throws(SystemFailure) {
        try self.init(path, O_WRONLY | O_CREAT, under: nil)
    }

    /// Creates a file in a folder, replacing a file or link of the same name. Symbolic links in the folders of the path
    /// are rejected.
    /// - Parameter name: The path relative to `folder`.
    package convenience init(replacing name: String, in folder: String) throws(SystemFailure) {
        let (parent, last) = try Self.place(of: name, in: folder)
        defer { close(parent) }
        try Self.remove(last, from: parent, shownAs: "\(folder)/\(name)")
        try self.init(last, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, under: parent, shownAs: "\(folder)/\(name)")
    }

    /// Creates a hard link to a file of a folder, replacing a file or link of the same name. Symbolic links in the
    /// folders of both paths are rejected. Throws, among others, the error of a file system without hard links.
    /// - Parameters:
    ///   - existing: The path of the existing file, relative to `folder`.
    ///   - name: The path of the link, relative to `folder`.
    package static func link(_ existing: String, as name: String, in folder: String) throws(SystemFailure) {
        let (oldParent, old) = try place(of: existing, in: folder)
        defer { close(oldParent) }
        let (parent, last) = try place(of: name, in: folder)
        defer { close(parent) }
        try remove(last, from: parent, shownAs: "\(folder)/\(name)")
        guard linkat(oldParent, old, parent, last, 0) == 0 else { throw SystemFailure(path: "\(folder)/\(name)") }
    }

    /// The open parent folder of a file and the file's own name.
    private static func place(
        of name: String, in folder: String
    ) throws(SystemFailure) -> (parent: Int32, last: String) {
        let parts = name.split(separator: "/").map(String.init)
        guard let last = parts.last else { throw SystemFailure("\(folder): no name of a file") }
        var parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { throw SystemFailure(path: folder) }
        for part in parts.dropLast() {
            let next = openat(parent, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            let failure = next < 0 ? SystemFailure(path: "\(folder)/\(name)") : nil
            close(parent)
            if let failure { throw failure }
            parent = next
        }
        return (parent, last)
    }

    private static func remove(_ name: String, from parent: Int32, shownAs path: String) throws(SystemFailure) {
        var status = stat()
        if fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT)
        {
            throw notRegular(path)
        }
        guard unlinkat(parent, name, 0) == 0 || errno == ENOENT else { throw SystemFailure(path: path) }
    }

    private init(
        _ path: String, _ flags: Int32, under folder: Int32?, shownAs name: String? = nil
    ) throws(SystemFailure) {
        let name = name ?? path
        self.name = name
        var status = stat()
        // `open` itself triggers actions of some devices.
        if fstatat(folder ?? AT_FDCWD, path, &status, 0) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw Self.notRegular(name)
        }
        // Without `O_NONBLOCK`, opening a pipe blocks until the other end is open.
        descriptor = openat(folder ?? AT_FDCWD, path, flags | O_CLOEXEC | O_NONBLOCK, 0o666)
        guard descriptor >= 0 else {
            // The error for a pipe without a reader or for a socket.
            throw errno == ENXIO ? Self.notRegular(name) : SystemFailure(path: name)
        }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Self.notRegular(name)
        }
    }

    private static func notRegular(_ path: String) -> SystemFailure {
        SystemFailure("\(path): it is not a regular file")
    }

    deinit { close(descriptor) }

    /// A path to the open file that is valid as long as this object, for code that opens the file itself. Unlike the
    /// original path, it cannot be redirected to another file.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// Returns the entire content.
    package func bytes() throws(SystemFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemFailure(path: name) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Replaces the entire content. Disk space is allocated first, so that a full disk leaves the file unchanged.
    package func replaceAll(by bytes: [UInt8]) throws(SystemFailure) {
        if !bytes.isEmpty {
            let code = posix_fallocate(descriptor, 0, off_t(bytes.count))
            // Some file systems do not support preallocation.
            guard [0, EOPNOTSUPP, EINVAL].contains(code) else {
                throw SystemFailure(path: name, code: code, needed: bytes.count)
            }
        }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFailure(path: name, needed: bytes.count) }
            written += count
        }
        guard ftruncate(descriptor, off_t(bytes.count)) == 0 else { throw SystemFailure(path: name) }
    }
}
