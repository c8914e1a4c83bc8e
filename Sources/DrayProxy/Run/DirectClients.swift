// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// Programs that the proxy passes unread: nothing of theirs is looked at or changed.
///
/// They still reach the compositor by the proxy if they connect to its socket. What a compositor allows by the executable
/// it does not allow them then: such a program has to be started with the compositor's own socket in `WAYLAND_DISPLAY`.
package struct DirectClients: Sendable {
    package struct Entry: Equatable, Sendable {
        /// The name of its executable, without the folder.
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
    package func reason(for executable: String) -> String? {
        entries.first { $0.executable == executable }?.reason
    }

    /// How the program at the other end of a socket was started; empty where the kernel does not tell.
    static func start(of socket: Int32) -> ProxyReport.Event {
        let process = dray_peer_process(socket)
        return .started(command: command(of: process), directory: target(of: "/proc/\(process)/cwd") ?? "")
    }

    private static func command(of process: pid_t) -> [String] {
        contents(of: "/proc/\(process)/cmdline").split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The name of the program at the other end of a socket, as the kernel knows it; nil where it does not tell.
    static func executable(of socket: Int32) -> String? {
        let process = dray_peer_process(socket)
        guard process > 0, let name = target(of: "/proc/\(process)/exe")?.split(separator: "/").last else { return nil }
        // What was replaced while it runs: "foot (deleted)".
        return String(name.hasSuffix(" (deleted)") ? name.dropLast(10) : name)
    }

    /// What the program at the other end of a socket is called, also where it has capabilities and so no executable to be seen.
    package static func name(of socket: Int32) -> String? {
        if let executable = executable(of: socket) { return executable }
        let line = contents(of: "/proc/\(dray_peer_process(socket))/comm")
        return line.count > 1 ? String(decoding: line.dropLast(), as: UTF8.self) : nil
    }

    /// The first 4,096 bytes of a file; none where it cannot be read.
    private static func contents(of path: String) -> ArraySlice<UInt8> {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        return bytes[..<max(count, 0)]
    }

    private static func target(of link: String) -> String? {
        var path = [UInt8](repeating: 0, count: 4096)
        let count = path.withUnsafeMutableBytes { buffer in
            readlink(link, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return count > 0 ? String(decoding: path[..<count], as: UTF8.self) : nil
    }
}
