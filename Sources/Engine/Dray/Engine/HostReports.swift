// SPDX-License-Identifier: MIT

import DrayCore
import DrayServer
import WaylandServer

/// What the host has reported for each client, and what it has left out. A drag that is lost because of a missing
/// report is logged once for each client.
struct HostReports {
    /// Whether the host has ever reported a press, for any client.
    private(set) var hasPresses = false
    /// Whether a drag has begun by a press that the host reported.
    var hasDrags = false
    private var pressed: Set<Client> = []
    private var missing: [Client: Set<HostMistake>] = [:]

    /// Records that a press was reported for a client.
    /// - Returns: Whether it is the first one.
    mutating func press(of client: Client) -> Bool {
        hasPresses = true
        return pressed.insert(client).inserted
    }

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
        guard isFirst(mistake, for: client) else { return }
        if let host = link.host { host.hostErred(mistake, for: client) } else { mistake.write() }
    }

    /// Logs why a client's request refers to no press. It is the host's mistake if the host reports no presses at all,
    /// or reports them for other surfaces, so that no drag has begun yet. Otherwise it is the client's, if the client
    /// received this press on another surface, or none at all. A press that was released meanwhile is no mistake.
    func pressIsMissing(for request: StartDrag, on seat: DragSeat) {
        let client = request.origin.client
        let isHeld = seat.presses.holds(serial: request.serial, where: { $0.client === client })
        switch (isHeld, reports.hasPress(of: client)) {
        case (true, _) where !reports.hasDrags: hostMissed(.pressOnAnotherSurface, for: client)
        case (true, _): clientErred(client, "its press was on another surface")
        case (false, false) where !reports.hasPresses: hostMissed(.pressNotReported, for: client)
        case (false, false): clientErred(client, "it has received no press, so it cannot know serial \(request.serial)")
        case (false, true): break
        }
    }

    /// Logs a client's mistake, once for each client.
    private func clientErred(_ client: Client, _ text: String) {
        guard isFirst(.pressNotReported, for: client) else { return }
        link.clientErred(client, "a drag was refused: \(text)")
    }

    /// Whether a report was not missing before, for this client.
    private func isFirst(_ mistake: HostMistake, for client: Client) -> Bool {
        guard client.isConnected, reports.misses(mistake, for: client) else { return false }
        manager.watch(client)
        return true
    }
}
