// SPDX-License-Identifier: MIT

internal import Glibc

extension Client {
    /// Whether the client's process sees other file systems than this one: the mark of every sandbox (Flatpak, Snap,
    /// Firejail, containers). True as well where that cannot be found out, so that whoever hides is not trusted.
    ///
    /// Looked at with each call: a process can confine itself later.
    public var isConfined: Bool {
        guard processID > 0, let own = Self.mountNamespace(of: "self") else { return true }
        return Self.mountNamespace(of: "\(processID)") != own
    }

    /// The kernel's number for a mount namespace (namespaces(7)); nil without the process, or without the right to look.
    private static func mountNamespace(of process: String) -> UInt? {
        var status = stat()
        guard stat("/proc/\(process)/ns/mnt", &status) == 0 else { return nil }
        return UInt(status.st_ino)
    }
}
