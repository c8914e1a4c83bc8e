// SPDX-License-Identifier: MIT

internal import HeadlessDesktop

/// What the command line of WLCS says about the compositor.
struct ConformanceOptions {
    /// The suite takes the clipboard without ever having had input, so that is allowed in any case.
    var tolerance: ProtocolTolerance = [.selectionWithoutSerial]
    /// Whether there is `zxdg_shell_v6` as well, of which only windows are known.
    var offersUnstableShell = false

    /// - Parameter arguments: those that WLCS itself does not know; unknown ones are left alone.
    init(_ arguments: [String]) {
        for argument in arguments {
            switch argument {
            // Most tests of WLCS 1.5 draw on their `xdg_surface` before it was configured; others test that this is
            // an error.
            case "--allow-content-before-configure": tolerance.insert(.contentBeforeConfigure)
            case "--offer-xdg-shell-v6": offersUnstableShell = true
            default: break
            }
        }
    }
}
