// SPDX-License-Identifier: MIT

internal import DrayCore
import Glibc

/// A failed system operation and its reason, as shown to the user.
package struct SystemFailure: Error, CustomStringConvertible {
    package let description: String

    /// Describes the current `errno` for a file.
    /// - Parameter needed: The number of bytes that were to be written.
    package init(path: String, needed: Int? = nil) {
        self.init(path: path, code: errno, needed: needed)
    }

    /// Describes another error number for a file.
    package init(path: String, code: Int32, needed: Int? = nil) {
        description = "\(path): \(Self.reason(code, at: path, needed: needed))"
    }

    package init(_ description: String) {
        self.description = description
    }

    /// The message for an error number.
    private static func reason(_ code: Int32, at path: String, needed: Int?) -> String {
        guard code == ENOSPC || code == EDQUOT else { return String(cString: strerror(code)) }
        var disk = statvfs()
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let isKnown = [path, folder.isEmpty ? "/" : folder].contains { (place: String) in statvfs(place, &disk) == 0 }
        return FullDisk.words(
            needed: needed, free: isKnown ? UInt64(disk.f_bavail) * UInt64(disk.f_frsize) : nil,
            isQuota: code == EDQUOT)
    }
}
