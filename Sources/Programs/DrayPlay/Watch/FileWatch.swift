// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// Reports changes of files: modification, replacement, creation and removal. Folders are watched rather than files,
/// because editors replace files. A watched folder includes its whole content, recursively.
final class FileWatch {
    /// Readable when something has changed.
    let descriptor: Int32
    /// The watched files of each folder; all files for a folder that is watched itself.
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

    /// The maximum number of watched folders. Fixtures have fewer, and the kernel allows some thousands per user.
    private static let folderLimit = 2000

    /// Watches files and folders, replacing the previous set.
    /// - Parameters:
    ///   - paths: Absolute paths.
    ///   - spared: The absolute path of a folder to ignore, which the runs themselves write to.
    func watch(_ paths: Set<String>, sparing spared: String? = nil) {
        for watch in names.keys { inotify_rm_watch(descriptor, watch) }
        names = [:]
        // The targets of symbolic links are watched as well.
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
        // The kernel returns the same descriptor for the same folder.
        let watch = inotify_add_watch(descriptor, folder, Self.mask)
        guard watch >= 0 else { return }
        switch (names[watch], wanted) {
        case (.all, _), (_, .all): names[watch] = .all
        case (.few(let others), .few(let more)): names[watch] = .few(others.union(more))
        case (nil, .few): names[watch] = wanted
        }
    }

    /// A folder and its subfolders. Symbolic links are not followed, because they may form a cycle.
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

    /// Reads the pending events.
    /// - Returns: Whether any of the files has changed.
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
                // The kernel's queue has overflowed, so anything may have changed.
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
