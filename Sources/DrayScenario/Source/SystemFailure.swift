// SPDX-License-Identifier: MIT

import Glibc

/// What the system did not do, and why, as people read it.
package struct SystemFailure: Error, CustomStringConvertible {
    package let description: String

    /// The system's last error, about a file.
    package init(path: String) {
        description = "\(path): \(String(cString: strerror(errno)))"
    }

    package init(_ description: String) {
        self.description = description
    }
}
