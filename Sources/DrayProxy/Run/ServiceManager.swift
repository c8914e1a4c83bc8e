// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// Who has started this process as a service, as `sd_notify(3)` says it.
package enum ServiceManager {
    /// The service does what it is there for: what waits for it may go on. Nobody has to be there to hear it.
    package static func tellReady(_ status: String) {
        guard let path = getenv("NOTIFY_SOCKET") else { return }
        _ = dray_notify(path, "READY=1\nSTATUS=\(status)\n")
    }
}
