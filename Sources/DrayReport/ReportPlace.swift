// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// A name in a run's folder, where a file is to be: it takes the place of an earlier file or of a link, and of nothing else.
/// Links are never followed.
struct ReportPlace {
    let path: String

    init(_ file: URL) { path = file.path }

    /// Whether there is nothing that is neither a file nor a link.
    var isFree: Bool {
        var status = stat()
        return lstat(path, &status) != 0 || [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT)
    }

    /// Throws where something has the name that no file may take the place of.
    func check() throws(FileFailure) {
        guard isFree else { throw .notRegular(path) }
    }

    /// Takes an earlier file or a link away.
    func clear() throws(FileFailure) {
        try check()
        guard unlink(path) == 0 || errno == ENOENT else { throw FileFailure(path: path) }
    }

    /// A new, empty file, open for writing; the caller closes it.
    func open() throws(FileFailure) -> Int32 {
        try clear()
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw FileFailure(path: path) }
        return file
    }

    /// The file appears whole or not at all. Throws the system's error in its own words, such as that of a full disk.
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
        // Some file systems tell of a full disk only now.
        if Glibc.close(file) != 0, failure == nil { failure = FileFailure(path: path, needed: bytes.count) }
        if failure == nil, rename(beside, path) != 0 { failure = FileFailure(path: path) }
        guard let failure else { return }
        unlink(beside)
        throw failure
    }
}
