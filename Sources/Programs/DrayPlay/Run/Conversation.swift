// SPDX-License-Identifier: MIT

import DrayScenario
import WaylandServer

/// The Wayland messages between the clients of a run and the compositor.
struct Conversation {
    /// The number of messages.
    private(set) var messageCount = 0
    /// The events sent to clients.
    private(set) var sent: [SentEvent] = []
    /// The protocol errors, by client.
    private(set) var breaches: [String: ProtocolBreach] = [:]
    private var messageCounts: [String: Int] = [:]
    /// The answers of the drag's targets, by client.
    private var targets: [String: TargetAnswer] = [:]
    /// The number of events sent before the last drag began.
    private var dragStart = 0

    /// The maximum number of kept messages per client, so that a client that floods its socket can fill neither memory
    /// nor the trace. The error that disconnects a client is always kept.
    private static let messageLimit = 200_000

    /// An event sent to a client.
    struct SentEvent {
        let client: String
        let interface: String
        let name: String
        /// Whether a `wait` has consumed it.
        fileprivate(set) var isTaken = false

        func fits(_ event: ProtocolEvent) -> Bool {
            client == event.client.value && interface == event.interface && name == event.event
        }
    }

    /// The answer of a client whose window is under the drag.
    enum TargetAnswer {
        /// The client was sent `enter`, but has not answered yet.
        case none
        /// The client has answered, but was sent a motion since.
        case outdated
        /// The client has answered all events.
        case current
    }

    /// The events sent since the last drag began.
    var sentInDrag: ArraySlice<SentEvent> { sent[dragStart...] }

    /// Processes a message from or to a client.
    /// - Returns: Whether the message is kept, and whether it is the first of that client beyond the limit.
    mutating func hear(_ message: LoggedMessage, of client: String) -> (isKept: Bool, isFirstBeyondLimit: Bool) {
        messageCount += 1
        hearAnswer(message, of: client)
        let count = messageCounts[client, default: 0] + 1
        messageCounts[client] = count
        let isKept = count < Self.messageLimit || message.interface == "wl_display" && message.name == "error"
        if isKept {
            if let breach = ProtocolBreach(message) { breaches[client] = breach }
            if message.direction == .event {
                sent.append(SentEvent(client: client, interface: message.interface, name: message.name))
            }
        }
        return (isKept, count == Self.messageLimit)
    }

    mutating func dragBegins() { dragStart = sent.count }

    /// The answer of a client to the drag over one of its windows; nil if there is no such drag.
    func answer(of client: String) -> TargetAnswer? { targets[client] }

    /// Toolkits answer `enter` and `motion` of a drag with `accept` and `set_actions`.
    private mutating func hearAnswer(_ message: LoggedMessage, of client: String) {
        switch (message.direction, message.interface, message.name) {
        case (.event, "wl_data_device", "enter"): targets[client] = TargetAnswer.none
        case (.event, "wl_data_device", "motion"): if targets[client] == .current { targets[client] = .outdated }
        case (.event, "wl_data_device", "leave"), (.event, "wl_data_device", "drop"): targets[client] = nil
        case (.request, "wl_data_offer", "accept"), (.request, "wl_data_offer", "set_actions"):
            if targets[client] != nil { targets[client] = .current }
        case (_, _, _): break
        }
    }

    /// Consumes the first matching event that no `wait` has consumed yet.
    mutating func take(_ event: ProtocolEvent) -> Bool {
        guard let index = sent.firstIndex(where: { !$0.isTaken && $0.fits(event) }) else { return false }
        sent[index].isTaken = true
        return true
    }

    /// Clears the protocol error of a previous instance of a restarted client.
    mutating func forgetBreach(of client: String) { breaches[client] = nil }
}
