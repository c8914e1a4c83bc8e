// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// Tells when files change: written, replaced, made or taken away. The kernel says so of their folders, since editors put a new
/// file in the place of the old one.
final class FileWatch {
    /// Readable when something has changed.
    let descriptor: Int32
    /// The files of each folder that is watched; of one that is watched itself, everything in it.
    private var names: [Int32: Names] = [:]

    private enum Names {
        case all
        case few(Set<String>)
    }

    private static let mask =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_CREATE) | UInt32(IN_DELETE)

    init?() {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Watches these files and folders in the place of those before.
    /// - Parameter paths: absolute.
    func watch(_ paths: Set<String>) {
        for watch in names.keys { inotify_rm_watch(descriptor, watch) }
        names = [:]
        // Where a link leads, too.
        let targets = paths.compactMap { path in
            realpath(path, nil).map { target in
                defer { free(target) }
                return String(cString: target)
            }
        }
        for path in paths.union(targets) {
            var status = stat()
            let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            let url = URL(fileURLWithPath: path)
            let folder = isFolder ? path : url.deletingLastPathComponent().path
            // The same folder has the same number.
            let watch = inotify_add_watch(descriptor, folder, Self.mask)
            guard watch >= 0 else { continue }
            switch (names[watch], isFolder) {
            case (.all, _), (_, true): names[watch] = .all
            case (.few(let others), false): names[watch] = .few(others.union([url.lastPathComponent]))
            case (nil, false): names[watch] = .few([url.lastPathComponent])
            }
        }
    }

    /// Takes in what has been told.
    /// - Returns: whether any of the files has changed since.
    func hasChanged() -> Bool {
        var hasChanged = false
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return hasChanged }
            var place = 0
            let headSize = MemoryLayout<inotify_event>.size
            while place + headSize <= count {
                let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self) }
                let end = place + headSize + Int(event.len)
                guard end <= count else { break }
                let name = String(decoding: buffer[(place + headSize)..<end].prefix { $0 != 0 }, as: UTF8.self)
                // More than the kernel keeps: anything may have changed.
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { hasChanged = true }
                switch names[event.wd] {
                case .all: hasChanged = true
                case .few(let wanted): if wanted.contains(name) { hasChanged = true }
                case nil: break
                }
                place = end
            }
        }
    }
}
