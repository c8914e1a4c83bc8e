// SPDX-License-Identifier: MIT

internal import CPeer

/// A process, distinguished from every other one that had its number before or will have it later.
public struct ProcessIdentity: Hashable, Sendable {
    /// Names the process only while it exists.
    public let number: Int32
    /// When the process started, in clock ticks since the system did.
    public let start: UInt64

    /// Identifies the process that connected to a local socket, or made the socket pair.
    /// - Returns: nil if the process has ended, or the kernel does not tell which it is.
    init?(peerOf socket: Int32) {
        let process = dray_identify_peer(socket)
        guard process.number > 0 else { return nil }
        number = process.number
        start = process.start
    }

    /// For a process that is known by both from elsewhere.
    public init(number: Int32, start: UInt64) {
        self.number = number
        self.start = start
    }

    /// Whether the process has not ended yet.
    public var isRunning: Bool { dray_is_running(dray_process(number: number, start: start)) }

    /// Whether the process sees other file systems than this one, as it is in every sandbox (Flatpak, Snap, Firejail,
    /// containers). Also true if it has ended, or if this process may not look at it.
    var isConfined: Bool { dray_is_confined(dray_process(number: number, start: start)) }
}
