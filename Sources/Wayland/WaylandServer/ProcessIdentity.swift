// SPDX-License-Identifier: MIT

internal import CPeer

/// A process, distinguished from any other that had or will have its process ID.
public struct ProcessIdentity: Hashable, Sendable {
    /// The process ID, valid only while the process exists.
    public let number: Int32
    /// The start time, in clock ticks since boot.
    public let start: UInt64

    /// Identifies the process that connected to a local socket, or created the socket pair.
    /// - Returns: Nil if the process has exited, or the kernel does not report it.
    init?(peerOf socket: Int32) {
        let process = dray_identify_peer(socket)
        guard process.number > 0 else { return nil }
        number = process.number
        start = process.start
    }

    /// Creates an identity from values that are known from another source.
    public init(number: Int32, start: UInt64) {
        self.number = number
        self.start = start
    }

    /// Whether the process has not exited.
    public var isRunning: Bool { dray_is_running(dray_process(number: number, start: start)) }

    /// Whether the process is in another mount namespace, as in every sandbox (Flatpak, Snap, Firejail, containers).
    /// Also true if it has exited, or if this process may not inspect it.
    var isConfined: Bool { dray_is_confined(dray_process(number: number, start: start)) }
}
