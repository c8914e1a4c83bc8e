// SPDX-License-Identifier: MIT

import CPeer

/// A process with a connection, distinguished from every other one that had its number before or will have it later.
package struct ProxiedProcess: Hashable, Sendable {
    /// Names the process only while it exists.
    package let number: Int32
    private let start: UInt64

    /// - Returns: nil if the process has ended, or the kernel does not tell which it is.
    init?(peerOf socket: Int32) {
        let process = dray_identify_peer(socket)
        guard process.number > 0 else { return nil }
        number = process.number
        start = process.start
    }

    /// For a process that is known by both from elsewhere.
    package init(number: Int32, start: UInt64) {
        self.number = number
        self.start = start
    }

    /// Whether the process has not ended yet.
    var isRunning: Bool { dray_is_running(dray_process(number: number, start: start)) }

    /// Whether the process sees other file systems than this one, has ended, or may not be looked at.
    var isConfined: Bool { dray_is_confined(dray_process(number: number, start: start)) }
}
