// SPDX-License-Identifier: MIT

internal import WaylandServer
internal import WaylandUtil

/// What is said to the client of a source because another client wants it so: within what a client that is busy can take.
///
/// A target that accepts and reads in a loop costs the source its connection otherwise, since libwayland disconnects a
/// client whose socket is full. Of news that replace each other only the last is kept, until there is room; reads beyond
/// what may be on its way are refused.
final class Outbox {
    private let client: Client
    private let loop: EventLoop?
    /// The last of each kind that found no room, in the order in which the kinds came.
    private var waiting: [(kind: News, say: () -> Void)] = []
    private var room: DescriptorSource?
    /// News that may be said before the client is looked at again.
    private var unasked = 0
    /// The number of news between two looks. Each has 4096 bytes at most, which is what libwayland makes of a message;
    /// three quarters of the client's socket were free.
    private let newsAtOnce: Int
    /// Reads since the client had read everything.
    private var asked = 0

    /// Events that mean nothing any more once another of their kind has come.
    enum News {
        case target
        case action
        /// All items of the content, by their kinds.
        case items
    }

    /// - Parameter newsAtOnce: the news that fit into a socket without a backlog.
    init(to client: Client, loop: EventLoop?, newsAtOnce: Int = 8) {
        self.client = client
        self.loop = loop
        self.newsAtOnce = newsAtOnce
    }

    /// Says it now, or when there is room.
    func tell(_ kind: News, _ say: @escaping () -> Void) {
        guard let loop, !waiting.isEmpty || !hasRoom else { return say() }
        waiting.removeAll { $0.kind == kind }
        waiting.append((kind, say))
        if room == nil { room = client.whenRead(in: loop) { [weak self] in self?.catchUp() } }
    }

    /// Asked once for several pieces of news: a client without a backlog has room for many times as much.
    private var hasRoom: Bool {
        if unasked == 0 {
            guard !client.hasBacklog else { return false }
            unasked = newsAtOnce
        }
        unasked -= 1
        return true
    }

    /// Says what has waited: something comes that may not overtake it.
    func catchUp() {
        room = nil
        let waiting = waiting
        self.waiting = []
        for news in waiting { news.say() }
    }

    /// Whether the client can be asked for its content once more. Each descriptor is in flight until it is taken, and
    /// Linux lets a process have only so many.
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

    /// Whether the client's connection is open, at its own end too, and about to stay open.
    var isClientUp: Bool {
        // Looked at once more: the process may have ended in between.
        client.isConnected && !client.hasHungUp && !client.isExiting && !client.hasHungUp
    }

    /// The client's object is gone.
    func close() {
        room = nil
        waiting = []
    }
}
