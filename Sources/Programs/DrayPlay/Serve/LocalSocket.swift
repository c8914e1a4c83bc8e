// SPDX-License-Identifier: MIT

import Glibc

/// Unix domain sockets by path.
package enum LocalSocket {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The maximum length of the connection queue; libwayland uses the same.
    private static let backlog: Int32 = 128

    /// Creates a listening socket at a path, accessible to this user only. A stale socket file is replaced.
    package static func listen(at path: String) throws(Failure) -> Int32 {
        if let other = try? connect(to: path) {
            close(other)
            throw Failure(description: "\(path): another process is listening there")
        }
        try removeSocket(at: path)
        let descriptor = try make()
        let mask = umask(0o077)
        let code = try withAddress(path) { bind(descriptor, $0, $1) }
        umask(mask)
        guard code == 0, Glibc.listen(descriptor, Self.backlog) == 0 else { throw failure(path, closing: descriptor) }
        return descriptor
    }

    /// Removes a socket file. Any other file is kept, because it belongs to the user.
    static func removeSocket(at path: String) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw Failure(description: "\(path): a file that is not a socket exists")
        }
        unlink(path)
    }

    /// Connects to the process that listens at a path.
    package static func connect(to path: String) throws(Failure) -> Int32 {
        let descriptor = try make()
        guard try withAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            throw failure(path, closing: descriptor)
        }
        return descriptor
    }

    private static func make() throws(Failure) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw Failure(description: "no socket: \(String(cString: strerror(errno)))") }
        return descriptor
    }

    private static func failure(_ path: String, closing descriptor: Int32) -> Failure {
        let reason = String(cString: strerror(errno))
        close(descriptor)
        return Failure(description: "\(path): \(reason)")
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(Failure) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure(description: "\(path): too long for a socket path")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
