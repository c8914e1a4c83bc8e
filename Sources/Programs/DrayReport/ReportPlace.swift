// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// The path of an output file in a run's folder. It replaces an earlier file or a link, but nothing else. Links are
/// never followed.
struct ReportPlace {
    let path: String

    init(_ file: URL) { path = file.path }

    /// Whether the path is free, or only a file or a link is there.
    var isFree: Bool {
        var status = stat()
        return lstat(path, &status) != 0 || [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT)
    }

    /// Throws if the path is taken by something that must not be replaced.
    func check() throws(FileFailure) {
        guard isFree else { throw .notRegular(path) }
    }

    /// Removes an earlier file or a link.
    func clear() throws(FileFailure) {
        try check()
        guard unlink(path) == 0 || errno == ENOENT else { throw FileFailure(path: path) }
    }

    /// Creates a new file, open for writing; the caller closes it.
    func open() throws(FileFailure) -> Int32 {
        try clear()
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw FileFailure(path: path) }
        return file
    }

    /// Writes the file atomically: it appears complete or not at all. Throws the system's error, for example for a full
    /// disk.
    func write(_ bytes: Data) throws(FileFailure) {
        try check()
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let beside = "\(folder)/.part-\(getpid())"
        unlink(beside)
        let file = Glibc.open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw FileFailure(path: path, needed: bytes.count) }
        var (rest, failure): (ArraySlice<UInt8>, FileFailure?) = ([UInt8](bytes)[...], nil)
        while !rest.isEmpty, failure == nil {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                failure = FileFailure(path: path, needed: bytes.count)
            }
        }
        // Some file systems report a full disk only on close.
        if Glibc.close(file) != 0, failure == nil { failure = FileFailure(path: path, needed: bytes.count) }
        if failure == nil, rename(beside, path) != 0 { failure = FileFailure(path: path) }
        guard let failure else { return }
        unlink(beside)
        throw failure
    }
}
