// SPDX-License-Identifier: MIT

import DrayCore
import Glibc

/// Why a file could not be read or written, in the system's words.
package struct FileFailure: Error, Equatable, Sendable, CustomStringConvertible {
    package let path: String
    /// As the system says it: "No such file or directory".
    package let reason: String

    /// What the system has said last.
    /// - Parameter needed: how many bytes were to be written there.
    init(path: String, needed: Int? = nil) {
        self.path = path
        let code = errno
        guard code == ENOSPC || code == EDQUOT else {
            reason = String(cString: strerror(code))
            return
        }
        var disk = statvfs()
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let isTold = [path, folder.isEmpty ? "/" : folder].contains { (place: String) in statvfs(place, &disk) == 0 }
        reason = FullDisk.words(
            needed: needed, free: isTold ? UInt64(disk.f_bavail) * UInt64(disk.f_frsize) : nil,
            isQuota: code == EDQUOT)
    }

    init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// A pipe or a device may keep whoever opens it for ever, and what is written to one is gone.
    static func notRegular(_ path: String) -> FileFailure {
        FileFailure(path: path, reason: "it is not a regular file")
    }

    package var description: String { "\(path): \(reason)" }
}
