// SPDX-License-Identifier: MIT

import Glibc

/// The program on the other side of a socket.
package struct PeerProgram {
    /// The process that connected, or that created the socket pair.
    package let process: ProxiedProcess?
    /// The path of the executable, as this process sees it; nil if the kernel does not provide it.
    private let path: String?

    /// Identifies the program. Call this as soon as the connection has been accepted.
    package init(at socket: Int32) {
        process = ProxiedProcess(peerOf: socket)
        path = process.flatMap { Self.executable(of: $0) }
    }

    /// The name of the executable, without its folder; nil if the kernel does not provide it. For labels only, because
    /// a program of the user can have any name.
    package var name: String? { path?.split(separator: "/").last.map { String($0) } }

    /// The name that the process has set for itself, for programs whose executable may not be inspected, for instance
    /// because of capabilities.
    package var ownName: String? {
        let line = process.map { Self.contents(of: "/proc/\($0.number)/comm") } ?? []
        return line.count > 1 ? String(decoding: line.dropLast(), as: UTF8.self) : nil
    }

    /// The command line and the working directory of the program; empty if the kernel does not provide them.
    package var start: (command: [String], directory: String) {
        guard let process else { return ([], "") }
        let arguments = Self.contents(of: "/proc/\(process.number)/cmdline")
            .split(separator: 0, omittingEmptySubsequences: false).dropLast()
        return (
            arguments.map { String(decoding: $0, as: UTF8.self) }, Self.target(of: "/proc/\(process.number)/cwd") ?? ""
        )
    }

    /// Whether the system has installed the program under this name.
    ///
    /// A program of the user cannot claim a name: the executable must be in a system folder, and only root may have
    /// write access to it and to all folders above it. Sandboxed programs never count, since a sandbox can present any
    /// folder as the system's.
    package func isInstalled(as name: String) -> Bool {
        guard self.name == name, let path, let process, Self.systemFolders.contains(where: { path.hasPrefix($0) })
        else { return false }
        var folder = path[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            guard Self.isOnlyRoots(folder.isEmpty ? "/" : String(folder), S_IFDIR) else { return false }
        }
        // The executable is checked through the process: after an upgrade the path refers to another file.
        return Self.isOnlyRoots("/proc/\(process.number)/exe", S_IFREG) && !process.isConfined
    }

    /// Whether the program runs the executable at this path, under any name.
    package func runs(_ path: String) -> Bool {
        var (wanted, own) = (stat(), stat())
        guard let process, stat(path, &wanted) == 0, stat("/proc/\(process.number)/exe", &own) == 0 else {
            return false
        }
        return wanted.st_dev == own.st_dev && wanted.st_ino == own.st_ino && !process.isConfined
    }

    /// The folders in which distributions install programs.
    private static let systemFolders = ["/usr/", "/nix/store/", "/gnu/store/"]

    /// Whether a file of this kind belongs to root and is writable only for root.
    private static func isOnlyRoots(_ path: String, _ kind: mode_t) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == kind && status.st_uid == 0
            && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    }

    private static func executable(of process: ProxiedProcess) -> String? {
        let target = target(of: "/proc/\(process.number)/exe")
        // The process id may have been reused in the meantime.
        guard let target, process.isRunning else { return nil }
        // The executable was replaced while it runs: "/usr/bin/foot (deleted)".
        return target.hasSuffix(" (deleted)") ? String(target.dropLast(10)) : target
    }

    /// The first 4,096 bytes of a file; empty if it cannot be read.
    private static func contents(of path: String) -> ArraySlice<UInt8> {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        return bytes[..<max(count, 0)]
    }

    private static func target(of link: String) -> String? {
        var path = [UInt8](repeating: 0, count: 4096)
        let count = path.withUnsafeMutableBytes { buffer in
            readlink(link, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return count > 0 ? String(decoding: path[..<count], as: UTF8.self) : nil
    }
}
