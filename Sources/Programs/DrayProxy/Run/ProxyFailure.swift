// SPDX-License-Identifier: MIT

import Glibc

/// The reason why the proxy cannot start.
package struct ProxyFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// Creates a failure with the description of `errno`.
    init(doing what: String) {
        description = "\(what): \(String(cString: strerror(errno)))"
    }
}
