// SPDX-License-Identifier: MIT

import Glibc

/// A standard stream for output to the user.
package enum StandardStream: Int32 {
    case output = 1
    case errors = 2

    /// Writes text verbatim. Errors are ignored: a closed pipe (`dray run … | head`) is no reason to exit.
    package func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
