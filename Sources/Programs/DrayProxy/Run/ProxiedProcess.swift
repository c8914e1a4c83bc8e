// SPDX-License-Identifier: MIT

import CPeer

/// A client process, identified by its id and start time, so that reused ids are distinguished.
package struct ProxiedProcess: Hashable, Sendable {
    /// The process id. It refers to this process only while it exists.
    package let number: Int32
    private let start: UInt64

    /// - Returns: nil if the process has ended, or the kernel does not identify it.
    init?(peerOf socket: Int32) {
        let process = dray_identify_peer(socket)
        guard process.number > 0 else { return nil }
        number = process.number
        start = process.start
    }

    /// Creates a value from an id and a start time that are known.
    package init(number: Int32, start: UInt64) {
        self.number = number
        self.start = start
    }

    /// Whether the process is still running.
    var isRunning: Bool { dray_is_running(dray_process(number: number, start: start)) }

    /// Whether the process sees other file systems than this one, has ended, or may not be inspected.
    var isConfined: Bool { dray_is_confined(dray_process(number: number, start: start)) }
}
