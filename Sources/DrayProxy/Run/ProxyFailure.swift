// SPDX-License-Identifier: MIT

import Glibc

/// Why the proxy cannot begin, in words.
package struct ProxyFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// With the system's last error.
    init(doing what: String) {
        description = "\(what): \(String(cString: strerror(errno)))"
    }
}
