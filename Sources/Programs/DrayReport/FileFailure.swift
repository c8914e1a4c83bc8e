// SPDX-License-Identifier: MIT

import DrayCore
import Glibc

/// A failure to read or write a file, with the system's error message.
package struct FileFailure: Error, Equatable, Sendable, CustomStringConvertible {
    package let path: String
    /// The system's error message: "No such file or directory".
    package let reason: String

    /// Describes the current `errno`.
    /// - Parameter needed: The number of bytes that were to be written.
    init(path: String, needed: Int? = nil) {
        self.path = path
        let code = errno
        guard code == ENOSPC || code == EDQUOT else {
            reason = String(cString: strerror(code))
            return
        }
        var disk = statvfs()
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let isKnown = [path, folder.isEmpty ? "/" : folder].contains { (place: String) in statvfs(place, &disk) == 0 }
        reason = FullDisk.words(
            needed: needed, free: isKnown ? UInt64(disk.f_bavail) * UInt64(disk.f_frsize) : nil,
            isQuota: code == EDQUOT)
    }

    init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The error for anything but a regular file: opening a pipe or a device can block indefinitely, and data written
    /// to one is lost.
    static func notRegular(_ path: String) -> FileFailure {
        FileFailure(path: path, reason: "it is not a regular file")
    }

    package var description: String { "\(path): \(reason)" }
}
