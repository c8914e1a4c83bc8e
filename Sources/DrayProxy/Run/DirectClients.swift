// SPDX-License-Identifier: MIT

/// Programs that the proxy passes unread: nothing of theirs is looked at or changed.
///
/// They still reach the compositor by the proxy if they connect to its socket. What a compositor allows by the executable
/// it does not allow them then: such a program has to be started with the compositor's own socket in `WAYLAND_DISPLAY`.
package struct DirectClients: Sendable {
    package struct Entry: Equatable, Sendable {
        /// The name of an executable that the system has installed (``PeerProgram/isInstalled(as:)``), or the path of any.
        package var executable: String
        /// Why it is on the list.
        package var reason: String
    }

    package private(set) var entries: [Entry]

    private static let shells = "a part of the desktop: the compositor lets it do more, by its executable"
    private static let portals = "acts for sandboxed programs, and shows no content of its own to drag"
    private static let x11 = "its windows' drags are translated by the compositor itself"

    /// What is passed unread without being asked for.
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

    /// The same, with more executables.
    package func adding(_ executables: [String]) -> DirectClients {
        var list = self
        list.entries += executables.map { Entry(executable: $0, reason: "asked for with --direct") }
        return list
    }

    /// Why a program is passed unread; nil where it is not.
    package func reason(for program: PeerProgram) -> String? {
        entries.first { entry in
            entry.executable.contains("/")
                ? program.runs(entry.executable) : program.isInstalled(as: entry.executable)
        }?.reason
    }
}
