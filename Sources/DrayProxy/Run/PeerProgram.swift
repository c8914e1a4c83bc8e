// SPDX-License-Identifier: MIT

import Glibc

/// The program at the other end of a socket.
package struct PeerProgram {
    /// The process that connected, or made the socket pair.
    package let process: ProxiedProcess?
    /// The path of its executable, as this process sees it; nil if the kernel does not tell.
    private let path: String?

    /// Identifies the program. Call this as soon as the connection has been accepted.
    package init(at socket: Int32) {
        process = ProxiedProcess(peerOf: socket)
        path = process.flatMap { Self.executable(of: $0) }
    }

    /// The name of the executable, without its folder; nil if the kernel does not tell. For labels only, because a program
    /// of the user's can have any name.
    package var name: String? { path?.split(separator: "/").last.map { String($0) } }

    /// What the program calls itself, for one whose executable may not be looked at, for instance because it has capabilities.
    package var ownName: String? {
        let line = process.map { Self.contents(of: "/proc/\($0.number)/comm") } ?? []
        return line.count > 1 ? String(decoding: line.dropLast(), as: UTF8.self) : nil
    }

    /// How the program was started: its arguments and the folder that it runs in. Empty if the kernel does not tell.
    package var start: (command: [String], directory: String) {
        guard let process else { return ([], "") }
        let arguments = Self.contents(of: "/proc/\(process.number)/cmdline")
            .split(separator: 0, omittingEmptySubsequences: false).dropLast()
        return (
            arguments.map { String(decoding: $0, as: UTF8.self) }, Self.target(of: "/proc/\(process.number)/cwd") ?? ""
        )
    }

    /// Whether the program is one that the system has installed under that name.
    ///
    /// A program of the user's cannot claim this by its name: the executable lies in a folder of the system, and only root
    /// can write to it or to any folder above it. A program in a sandbox can show any folder as the system's, so it never counts.
    package func isInstalled(as name: String) -> Bool {
        guard self.name == name, let path, let process, Self.systemFolders.contains(where: { path.hasPrefix($0) })
        else { return false }
        var folder = path[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            guard Self.isOnlyRoots(folder.isEmpty ? "/" : String(folder), S_IFDIR) else { return false }
        }
        // The file itself by the process: after an upgrade another one has its name.
        return Self.isOnlyRoots("/proc/\(process.number)/exe", S_IFREG) && !process.isConfined
    }

    /// Whether the program runs the executable at a path, by whatever name.
    package func runs(_ path: String) -> Bool {
        var (wanted, own) = (stat(), stat())
        guard let process, stat(path, &wanted) == 0, stat("/proc/\(process.number)/exe", &own) == 0 else {
            return false
        }
        return wanted.st_dev == own.st_dev && wanted.st_ino == own.st_ino && !process.isConfined
    }

    /// Where distributions install programs.
    private static let systemFolders = ["/usr/", "/nix/store/", "/gnu/store/"]

    /// Whether something of this kind belongs to root, and only root may write to it.
    private static func isOnlyRoots(_ path: String, _ kind: mode_t) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == kind && status.st_uid == 0
            && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    }

    private static func executable(of process: ProxiedProcess) -> String? {
        let target = target(of: "/proc/\(process.number)/exe")
        // The number may have become another process's meanwhile.
        guard let target, process.isRunning else { return nil }
        // Replaced while it runs: "/usr/bin/foot (deleted)".
        return target.hasSuffix(" (deleted)") ? String(target.dropLast(10)) : target
    }

    /// The first 4,096 bytes of a file; none if it cannot be read.
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
