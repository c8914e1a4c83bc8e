// SPDX-License-Identifier: MIT

internal import DrayCore
import Glibc

/// What the system did not do, and why, as people read it.
package struct SystemFailure: Error, CustomStringConvertible {
    package let description: String

    /// The system's last error, about a file.
    /// - Parameter needed: how many bytes were to be written there.
    package init(path: String, needed: Int? = nil) {
        self.init(path: path, code: errno, needed: needed)
    }

    /// The same with another error than the last.
    package init(path: String, code: Int32, needed: Int? = nil) {
        description = "\(path): \(Self.reason(code, at: path, needed: needed))"
    }

    package init(_ description: String) {
        self.description = description
    }

    /// What a number of the system's means.
    private static func reason(_ code: Int32, at path: String, needed: Int?) -> String {
        guard code == ENOSPC || code == EDQUOT else { return String(cString: strerror(code)) }
        var disk = statvfs()
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let isTold = [path, folder.isEmpty ? "/" : folder].contains { (place: String) in statvfs(place, &disk) == 0 }
        return FullDisk.words(
            needed: needed, free: isTold ? UInt64(disk.f_bavail) * UInt64(disk.f_frsize) : nil,
            isQuota: code == EDQUOT)
    }
}
