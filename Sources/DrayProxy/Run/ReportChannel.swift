// SPDX-License-Identifier: MIT

import CSocket
import Glibc

/// How the processes that serve clients tell the one that listens: a pair of sockets that all of them write to, so that
/// what they tell stays in the order in which it happened.
struct ReportChannel {
    let reading: Int32
    let writing: Int32

    init() throws(ProxyFailure) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw ProxyFailure(doing: "no pair of sockets") }
        reading = ends[0]
        writing = ends[1]
    }

    /// Everything that has been told since the last time.
    func read() -> [ProxyReport] {
        var reports: [ProxyReport] = []
        var packet = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(reading, &packet, packet.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return reports }
            if let report = ProxyReport(packet: Array(packet[..<count])) { reports.append(report) }
        }
    }

    /// - Parameter patience: milliseconds that the client waits at most for whoever listens.
    /// - Returns: whether it could be told. Who listens may have gone: the client is served all the same.
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
