// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// A fingerprint of a file or folder. Equal content has equal fingerprints.
struct FileMark: Equatable {
    var kind: Kind
    /// The number of bytes of a file, or of all entries below a folder.
    var size: Int
    /// The FNV-1a hash of the content; it detects changes, not forgeries.
    var digest: UInt64

    enum Kind: Equatable {
        case file, folder, link, other

        /// The kind with its article.
        var words: String {
            switch self {
            case .file: "a file"
            case .folder: "a folder"
            case .link: "a link"
            case .other: "neither a file nor a folder"
            }
        }
    }

    var words: String {
        switch kind {
        case .file: "a file of \(size == 1 ? "1 byte" : "\(size) bytes")"
        case .folder: size == 0 ? "an empty folder" : "a folder with \(size == 1 ? "1 entry" : "\(size) entries")"
        case .link, .other: kind.words
        }
    }
}

/// Computes fingerprints, and caches them for files that are unmodified.
final class FileMarks {
    private struct Stamp: Equatable {
        var device: dev_t
        var file: ino_t
        var size: Int
        var modified: Int64
        var changed: Int64
    }

    private var known: [String: (stamp: Stamp, mark: FileMark)] = [:]

    /// The fingerprint of the file at a path; nil if there is none.
    func mark(of path: String) -> FileMark? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return mark(ofFile: path, status)
        case S_IFDIR: return mark(ofFolder: path)
        case S_IFLNK:
            let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? ""
            var digest = Digest()
            digest.take(target.utf8)
            return FileMark(kind: .link, size: target.utf8.count, digest: digest.value)
        case _: return FileMark(kind: .other, size: 0, digest: 0)
        }
    }

    private func mark(ofFile path: String, _ status: stat) -> FileMark {
        let stamp = Stamp(
            device: status.st_dev, file: status.st_ino, size: Int(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
            changed: Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec))
        if let known = known[path], known.stamp == stamp { return known.mark }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return FileMark(kind: .file, size: stamp.size, digest: 0) }
        defer { close(file) }
        var digest = Digest()
        var size = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            size += count
            digest.take(buffer[..<count])
        }
        let mark = FileMark(kind: .file, size: size, digest: digest.value)
        known[path] = (stamp, mark)
        return mark
    }

    /// A fingerprint of all names below a folder, sorted, each with its own fingerprint.
    private func mark(ofFolder path: String) -> FileMark {
        var digest = Digest()
        var size = 0
        for name in ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() {
            guard let mark = mark(of: "\(path)/\(name)") else { continue }
            size += 1 + (mark.kind == .folder ? mark.size : 0)
            digest.take(name.utf8)
            digest.take([0])
            digest.take("\(mark.kind) \(mark.size) \(mark.digest)".utf8)
        }
        return FileMark(kind: .folder, size: size, digest: digest.value)
    }
}

/// 64-bit FNV-1a.
private struct Digest {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
}
