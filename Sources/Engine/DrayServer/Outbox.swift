// SPDX-License-Identifier: MIT

internal import WaylandServer
internal import WaylandUtil

/// The events sent to the client of a source because of another client's requests, limited to what a busy client can
/// receive.
///
/// Without it, a target that accepts and reads in a loop would disconnect the source, since libwayland disconnects a
/// client whose socket is full. Of events that replace each other, only the last is kept until there is room; reads
/// beyond the limit are rejected.
final class Outbox {
    private let client: Client
    private let loop: EventLoop?
    /// The last event of each kind that found no room, in the order in which the kinds came.
    private var waiting: [(kind: News, say: () -> Void)] = []
    private var room: DescriptorSource?
    /// The number of events that may be sent before the client's backlog is checked again.
    private var unasked = 0
    /// The number of events between two checks. Each has at most 4096 bytes, libwayland's limit of a message; three
    /// quarters of the client's socket buffer were free.
    private let newsAtOnce: Int
    /// The number of reads sent since the client last had read everything.
    private var asked = 0

    /// The kinds of events that replace earlier ones of the same kind.
    enum News {
        case target
        case action
        /// The kinds and counts of all items.
        case items
    }

    /// - Parameter newsAtOnce: The number of events that fit in a socket without a backlog.
    init(to client: Client, loop: EventLoop?, newsAtOnce: Int = 8) {
        self.client = client
        self.loop = loop
        self.newsAtOnce = newsAtOnce
    }

    /// Sends an event now, or once there is room.
    func tell(_ kind: News, _ say: @escaping () -> Void) {
        guard let loop, !waiting.isEmpty || !hasRoom else { return say() }
        waiting.removeAll { $0.kind == kind }
        waiting.append((kind, say))
        if room == nil { room = client.whenRead(in: loop) { [weak self] in self?.catchUp() } }
    }

    /// Checked once for several events: a client without a backlog has room for many times as much.
    private var hasRoom: Bool {
        if unasked == 0 {
            guard !client.hasBacklog else { return false }
            unasked = newsAtOnce
        }
        unasked -= 1
        return true
    }

    /// Sends the waiting events, before an event that must not overtake them.
    func catchUp() {
        room = nil
        let waiting = waiting
        self.waiting = []
        for news in waiting { news.say() }
    }

    /// Returns whether another read may be sent to the client. Each descriptor is in flight until it is received, and
    /// Linux limits their number for each user.
    func admitsRead() -> Bool {
        if client.hasReadEverything {
            asked = 0
        } else if client.hasBacklog {
            return false
        }
        guard asked < Limits.readsInFlight else { return false }
        asked += 1
        return true
    }

    /// Whether the client's connection is open at both ends, and its process is not exiting.
    var isClientUp: Bool {
        // Checked twice, since the process may have exited in between.
        client.isConnected && !client.hasHungUp && !client.isExiting && !client.hasHungUp
    }

    /// Handles the destruction of the client's object.
    func close() {
        room = nil
        waiting = []
    }
}
