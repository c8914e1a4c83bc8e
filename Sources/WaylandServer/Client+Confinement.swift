// SPDX-License-Identifier: MIT

internal import Glibc

// Which clients are in a sandbox, as far as the kernel tells; what they are kept from is decided elsewhere.

extension Client {
    /// Whether the client's process sees other file systems than this one: the mark of every sandbox (Flatpak, Snap,
    /// Firejail, containers). True as well where that cannot be found out, so that whoever hides is not trusted.
    ///
    /// The client's is looked at with each call: a process can confine itself later.
    public var isConfined: Bool { Self.isConfined(process: processID) }

    /// The same of any process.
    public static func isConfined(process: Int32) -> Bool {
        guard process > 0, let ownMountNamespace else { return true }
        return mountNamespace(of: "\(process)") != ownMountNamespace
    }

    /// This process's own, which it has from its beginning: a compositor does not confine itself.
    private static let ownMountNamespace = mountNamespace(of: "self")

    /// The kernel's number for a mount namespace (namespaces(7)); nil without the process, or without the right to look.
    private static func mountNamespace(of process: String) -> UInt? {
        var status = stat()
        guard stat("/proc/\(process)/ns/mnt", &status) == 0 else { return nil }
        return UInt(status.st_ino)
    }
}
