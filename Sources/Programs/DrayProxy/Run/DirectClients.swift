// SPDX-License-Identifier: MIT

/// The programs whose connections the proxy forwards without reading or changing them.
///
/// They still connect through the proxy if they use its socket. Compositors that grant privileges by the client's
/// executable do not grant them then; such programs have to be started with the compositor's own socket in
/// `WAYLAND_DISPLAY`.
package struct DirectClients: Sendable {
    package struct Entry: Equatable, Sendable {
        /// The name of an executable that the system has installed (``PeerProgram/isInstalled(as:)``), or the path of
        /// any executable.
        package var executable: String
        /// The reason why the program is on the list.
        package var reason: String
    }

    package private(set) var entries: [Entry]

    private static let shells = "part of the desktop: the compositor grants it privileges by its executable"
    private static let portals = "acts for sandboxed programs and has no content of its own to drag"
    private static let x11 = "the compositor itself translates the drags of X11 windows"

    /// The programs that are forwarded unread by default.
    package static let standard = DirectClients(entries: [
        Entry(executable: "plasmashell", reason: shells),
        Entry(executable: "ksmserver", reason: shells),
        Entry(executable: "kded5", reason: shells),
        Entry(executable: "kded6", reason: shells),
        Entry(executable: "krunner", reason: shells),
        Entry(executable: "gnome-shell", reason: shells),
        Entry(executable: "xdg-desktop-portal", reason: portals),
        Entry(executable: "xdg-desktop-portal-kde", reason: portals),
        Entry(executable: "xdg-desktop-portal-gnome", reason: portals),
        Entry(executable: "xdg-desktop-portal-gtk", reason: portals),
        Entry(executable: "xdg-desktop-portal-wlr", reason: portals),
        Entry(executable: "Xwayland", reason: x11),
    ])

    /// Returns the list with additional executables.
    package func adding(_ executables: [String]) -> DirectClients {
        var list = self
        list.entries += executables.map { Entry(executable: $0, reason: "requested by --direct") }
        return list
    }

    /// The reason why a program is forwarded unread; nil if it is not.
    package func reason(for program: PeerProgram) -> String? {
        entries.first { entry in
            entry.executable.contains("/")
                ? program.runs(entry.executable) : program.isInstalled(as: entry.executable)
        }?.reason
    }
}
