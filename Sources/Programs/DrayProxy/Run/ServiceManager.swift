// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// The service manager that has started this process, if any: see `sd_notify(3)`.
package enum ServiceManager {
    /// Reports that the service is ready. Without a service manager it has no effect.
    package static func tellReady(_ status: String) {
        guard let path = getenv("NOTIFY_SOCKET") else { return }
        _ = dray_notify(path, "READY=1\nSTATUS=\(status)\n")
    }
}
