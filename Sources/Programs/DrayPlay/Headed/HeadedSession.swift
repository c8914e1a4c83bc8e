// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import WaylandClient

/// The Wayland session in which `dray run --headed` was started.
package enum HeadedSession {
    /// The reason why the session cannot show a run; nil if it can.
    package static var problem: String? {
        do throws(Connection.Failure) {
            _ = try Connection()
            return nil
        } catch {
            return "there is no Wayland session to show the run in: \(missing ?? error.description); start it from a "
                + "terminal in such a session, or leave --headed out: the run needs none, and --video films it"
        }
    }

    /// The environment variables that prevent a connection; nil if they are set but the compositor does not answer.
    private static var missing: String? {
        let environment = ProcessInfo.processInfo.environment
        let (display, runtime) = (environment["WAYLAND_DISPLAY"] ?? "", environment["XDG_RUNTIME_DIR"] ?? "")
        if display.hasPrefix("/") { return nil }
        let isX11 = display.isEmpty && !(environment["DISPLAY"] ?? "").isEmpty
        if isX11 { return "DISPLAY names an X11 session, which is not sufficient, and WAYLAND_DISPLAY is not set" }
        if runtime.isEmpty {
            return "XDG_RUNTIME_DIR is not set\(display.isEmpty ? ", and neither is WAYLAND_DISPLAY" : "")"
        }
        let name = display.isEmpty ? "wayland-0" : display
        guard access("\(runtime)/\(name)", F_OK) != 0 else { return nil }
        let which = display.isEmpty ? "WAYLAND_DISPLAY is not set, and" : "WAYLAND_DISPLAY is \(display), and"
        return "\(which) no compositor answers at \(runtime)/\(name)"
    }
}
