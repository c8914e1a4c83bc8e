// SPDX-License-Identifier: MIT

import Glibc

/// Why a file could not be read or written, in the system's words.
package struct FileFailure: Error, Equatable, Sendable, CustomStringConvertible {
    package let path: String
    /// As the system says it: "No such file or directory".
    package let reason: String

    /// What the system has said last.
    init(path: String) {
        self.path = path
        reason = String(cString: strerror(errno))
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
