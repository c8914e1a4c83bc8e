// SPDX-License-Identifier: MIT

import WaylandClient

/// The Wayland session that `dray run --headed` is started in.
package enum HeadedSession {
    /// Why no run can be shown in it; nil where one can.
    package static var problem: String? {
        do throws(Connection.Failure) {
            _ = try Connection()
            return nil
        } catch { return error.description }
    }
}
