// SPDX-License-Identifier: MIT

import DrayScenario
import WaylandServer

/// What the clients of a run and the compositor have said to each other.
struct Conversation {
    /// How many messages there have been.
    private(set) var messageCount = 0
    /// The events that clients were sent.
    private(set) var sent: [SentEvent] = []
    /// The clients that have broken the protocol.
    private(set) var breaches: [String: ProtocolBreach] = [:]
    private var messageCounts: [String: Int] = [:]
    /// What is known of the targets of the drag, by their client.
    private var targets: [String: TargetAnswer] = [:]
    /// How many events had been sent when the last drag began.
    private var dragStart = 0

    /// More messages of one client than these are not kept: one that floods its socket must fill neither the memory nor
    /// the trace. The error that ends a client always is.
    private static let messageLimit = 200_000

    /// An event that a client was sent.
    struct SentEvent {
        let client: String
        let interface: String
        let name: String
        /// Whether a `wait` has taken it already.
        fileprivate(set) var isTaken = false

        func fits(_ event: ProtocolEvent) -> Bool {
            client == event.client.value && interface == event.interface && name == event.event
        }
    }

    /// What a client over whose window a drag is has said to it.
    enum TargetAnswer {
        /// It was told that the content is over its window, and has not said anything yet.
        case none
        /// It has said something, and was told of a motion since.
        case outdated
        /// It has said something after all that it was told.
        case current
    }

    /// What was sent since the last drag began.
    var sentInDrag: ArraySlice<SentEvent> { sent[dragStart...] }

    /// Takes in a message of a client, or to it.
    /// - Returns: whether it is kept, and whether it is the first of that client that may be left out.
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

    /// What a client has said to the drag that is over one of its windows; nil if none is.
    func answer(of client: String) -> TargetAnswer? { targets[client] }

    /// Toolkits answer `enter` and `motion` of a drag by `accept` and `set_actions`.
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

    /// Takes the first event of a kind that no `wait` has taken yet.
    mutating func take(_ event: ProtocolEvent) -> Bool {
        guard let index = sent.firstIndex(where: { !$0.isTaken && $0.fits(event) }) else { return false }
        sent[index].isTaken = true
        return true
    }

    /// A client is started anew: what the one before has broken is not its own.
    mutating func forgetBreach(of client: String) { breaches[client] = nil }
}
