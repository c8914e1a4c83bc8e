// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// Tells when files change: written, replaced, made or taken away. The kernel says so of their folders, since editors put a new
/// file in the place of the old one. A folder counts with all that is in it, however deep.
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

    /// A fixture has not so many folders in it; the kernel lets everybody watch some thousands.
    private static let folderLimit = 2000

    /// Watches these files and folders in the place of those before.
    /// - Parameters:
    ///   - paths: absolute.
    ///   - spared: a folder in which nothing matters, absolute: what runs themselves write.
    func watch(_ paths: Set<String>, sparing spared: String? = nil) {
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
            guard isFolder else {
                let url = URL(fileURLWithPath: path)
                watch(url.deletingLastPathComponent().path, for: .few([url.lastPathComponent]))
                continue
            }
            for folder in folders(in: path, sparing: spared) { watch(folder, for: .all) }
        }
    }

    private func watch(_ folder: String, for wanted: Names) {
        // The same folder has the same number.
        let watch = inotify_add_watch(descriptor, folder, Self.mask)
        guard watch >= 0 else { return }
        switch (names[watch], wanted) {
        case (.all, _), (_, .all): names[watch] = .all
        case (.few(let others), .few(let more)): names[watch] = .few(others.union(more))
        case (nil, .few): names[watch] = wanted
        }
    }

    /// A folder and those in it. Links are not followed, which might lead in a circle.
    private func folders(in folder: String, sparing spared: String?) -> [String] {
        var found = [folder]
        var next = 0
        while next < found.count, found.count < Self.folderLimit {
            let parent = found[next]
            next += 1
            for name in ((try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []).sorted() {
                let path = "\(parent)/\(name)"
                var status = stat()
                guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, path != spared else { continue }
                found.append(path)
            }
        }
        return found
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
