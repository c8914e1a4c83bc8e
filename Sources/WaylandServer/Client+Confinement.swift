// SPDX-License-Identifier: MIT

// Which clients are in a sandbox, as far as the kernel tells. What they are kept from is decided elsewhere.

extension Client {
    /// What is known of a client's confinement.
    enum Standing {
        /// Outside of any sandbox when last looked at. Leads to `confined`.
        case free(ProcessIdentity)
        /// In a sandbox, or not to be identified. Never changes.
        case confined

        /// The standing of a client whose process has just been identified; nil if it could not be.
        init(_ process: ProcessIdentity?) {
            guard let process, !process.isConfined else { self = .confined; return }
            self = .free(process)
        }
    }

    /// Whether the client's process is in a sandbox, that is, sees other file systems than this one.
    ///
    /// Decided when the display first sees the client, before its first request, and looked at again with each call, because a
    /// process can enter a sandbox later. A client that was confined once stays so. A client whose process has ended, cannot
    /// be identified or may not be looked at is confined.
    ///
    /// The process is the one that connected, or that made the socket pair. A connection that this process has handed over to
    /// another one counts as its own for as long as it runs.
    public var isConfined: Bool {
        switch standing {
        case .confined: return true
        case .free(let process):
            standing = Standing(process)
            guard case .confined = standing else { return false }
            return true
        }
    }

    /// Marks the client as confined for as long as it is connected: a host knows so by other means.
    public func confine() { standing = .confined }

    /// The number of the client's process, if that is still running. Unlike ``processID`` it never names another process that
    /// was given the number since.
    public var runningProcessID: Int32? {
        guard let process, process.isRunning else { return nil }
        return process.number
    }
}
