// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import WaylandServer

/// What the host has reported for each client, and what it has left out. A drag that is lost because of a missing
/// report is logged once for each client.
struct HostReports {
    private var pressed: Set<Client> = []
    private var missing: [Client: Set<HostMistake>] = [:]

    /// Records that a press was reported for a client.
    /// - Returns: Whether it is the first one.
    mutating func press(of client: Client) -> Bool { pressed.insert(client).inserted }

    func hasPress(of client: Client) -> Bool { pressed.contains(client) }

    /// Records a missing report.
    /// - Returns: Whether it was not missing before, for this client.
    mutating func misses(_ mistake: HostMistake, for client: Client) -> Bool {
        missing[client, default: []].insert(mistake).inserted
    }

    mutating func forget(_ client: Client) {
        pressed.remove(client)
        missing[client] = nil
    }
}

extension DragEngine {
    /// Records that the host reported a press for a client.
    func pressReported(for client: Client) {
        // The client is forgotten when it disconnects.
        if client.isConnected, reports.press(of: client) { manager.watch(client) }
    }

    /// Logs a missing report, once for each client.
    func hostMissed(_ mistake: HostMistake, for client: Client) {
        guard client.isConnected, reports.misses(mistake, for: client) else { return }
        manager.watch(client)
        if let host = link.host { host.hostErred(mistake, for: client) } else { mistake.write() }
    }

    /// Logs why a client's request refers to no press, if that is the host's mistake. It is the client's if its press
    /// was released, or if the serial is invalid.
    func pressIsMissing(for request: StartDrag, on seat: DragSeat) {
        let client = request.origin.client
        if !reports.hasPress(of: client) {
            hostMissed(.pressNotReported, for: client)
        } else if seat.presses.holds(serial: request.serial, where: { $0.client === client }) {
            hostMissed(.pressOnAnotherSurface, for: client)
        }
    }
}
