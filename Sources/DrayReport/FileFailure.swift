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

    package var description: String { "\(path): \(reason)" }
}
