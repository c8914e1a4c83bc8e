// SPDX-License-Identifier: MIT

internal import HeadlessDesktop

/// The options of the WLCS command line for the compositor.
struct ConformanceOptions {
    /// The suite sets selections without previous input, so this is always tolerated.
    var tolerance: ProtocolTolerance = [.selectionWithoutSerial]
    /// Whether `zxdg_shell_v6` is offered as well, which supports only windows.
    var offersUnstableShell = false

    /// - Parameter arguments: those that WLCS does not handle; unknown ones are ignored.
    init(_ arguments: [String]) {
        for argument in arguments {
            switch argument {
            // Most tests of WLCS 1.5 attach content to their `xdg_surface` before it is configured; others test that
            // this is an error.
            case "--allow-content-before-configure": tolerance.insert(.contentBeforeConfigure)
            case "--offer-xdg-shell-v6": offersUnstableShell = true
            default: break
            }
        }
    }
}
