// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// The channel for reports from the client processes to the main process: a socket pair that all of them write to, so
/// that the reports arrive in the order of events.
struct ReportChannel {
    let reading: Int32
    let writing: Int32

    init() throws(ProxyFailure) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw ProxyFailure(doing: "socketpair") }
        reading = ends[0]
        writing = ends[1]
    }

    /// Returns the reports since the previous call.
    func read() -> [ProxyReport] {
        var reports: [ProxyReport] = []
        var packet = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(reading, &packet, packet.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return reports }
            if let report = ProxyReport(packet: Array(packet[..<count])) { reports.append(report) }
        }
    }

    /// - Parameter patience: the maximum time that the client waits for the reader, in milliseconds.
    /// - Returns: whether the report was sent. Without a reader the client is served all the same.
    static func write(_ report: ProxyReport, to descriptor: Int32, patience: Int32) -> Bool {
        let packet = report.packet
        while true {
            let sent = dray_send(descriptor, packet, packet.count, nil, 0)
            if sent > 0 { return true }
            guard sent == Int(-EAGAIN) else { return false }
            var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&watched, 1, patience) > 0 else { return false }
        }
    }
}
