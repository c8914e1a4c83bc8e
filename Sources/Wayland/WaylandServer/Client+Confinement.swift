// SPDX-License-Identifier: MIT

// Whether clients are in a sandbox, as reported by the kernel. The restrictions for such clients are implemented
// elsewhere.

extension Client {
    /// The confinement of a client.
    enum Standing {
        /// Outside of any sandbox when last checked. Leads to `confined`.
        case free(ProcessIdentity)
        /// In a sandbox, or not identifiable. Final.
        case confined

        /// Creates the standing of a client whose process has just been identified; nil if it could not be.
        init(_ process: ProcessIdentity?) {
            guard let process, !process.isConfined else { self = .confined; return }
            self = .free(process)
        }
    }

    /// Whether the client's process is in a sandbox, that is, in another mount namespace.
    ///
    /// Determined when the display first sees the client, before its first request, and checked again with each call,
    /// since a process can enter a sandbox later. A client that was confined once remains so. A client whose process
    /// has exited, cannot be identified or cannot be inspected is confined.
    ///
    /// The process is the one that connected, or that created the socket pair. A connection that was passed to another
    /// process counts as the original process's for as long as that runs.
    public var isConfined: Bool {
        switch standing {
        case .confined: return true
        case .free(let process):
            standing = Standing(process)
            guard case .confined = standing else { return false }
            return true
        }
    }

    /// Marks the client as confined while it is connected, for a host that knows by other means.
    public func confine() { standing = .confined }

    /// The process ID of the client, if that process is still running. Unlike ``processID`` it never refers to a
    /// process that has reused the ID.
    public var runningProcessID: Int32? {
        guard let process, process.isRunning else { return nil }
        return process.number
    }
}
