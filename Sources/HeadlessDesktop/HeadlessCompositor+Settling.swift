// SPDX-License-Identifier: MIT

internal import Glibc
internal import WaylandServer

/// A client that did not come to rest in time.
public struct UnsettledClient: Equatable, Sendable, CustomStringConvertible {
    public enum Trouble: Equatable, Sendable {
        /// It was asked whether it is there, and says nothing.
        case silent
        /// It says one thing after another, without end.
        case talkative
    }

    /// `Client.id` of the client.
    public let client: UInt64
    public let processID: Int32
    /// What the kernel calls the process.
    public let name: String
    public let trouble: Trouble

    public var description: String {
        switch trouble {
        case .silent: "\(name) (process \(processID)) does not answer"
        case .talkative: "\(name) (process \(processID)) does not stop talking"
        }
    }

    fileprivate init(_ client: Client, _ trouble: Trouble) {
        self.init(client.id, client.processID, trouble)
    }

    fileprivate init(_ client: UInt64, _ processID: Int32, _ trouble: Trouble) {
        self.client = client
        self.processID = processID
        name = Self.name(of: processID)
        self.trouble = trouble
    }

    private static func name(of processID: Int32) -> String {
        let file = open("/proc/\(processID)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "a client" }
        defer { Glibc.close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)).filter { $0 != 10 }, as: UTF8.self)
    }
}

extension HeadlessCompositor {
    /// Waits until every client has handled what it was sent so far, without sleeping.
    ///
    /// Clients are asked with `xdg_wm_base.ping`, which toolkits answer in the order of their event queue. They are asked
    /// twice: some answer when they read an event and handle it only later, but before they read the next. They are asked
    /// once more, up to a limit, as long as anything else was said meanwhile: one answer may lead to another. Clients
    /// without a window are served until they say no more.
    /// - Parameters:
    ///   - timeout: milliseconds of real time.
    ///   - messages: how many messages there have been so far, other than pings and their answers; clients are asked twice
    ///     whatever they say if nobody counts.
    ///   - isSpared: says of a process, by its id, that it cannot answer: it is not asked.
    /// - Returns: who has not answered by then, or goes on talking.
    public func settle(
        timeout: Int32 = 5000, counting messages: () -> Int = { 0 }, sparing isSpared: (Int32) -> Bool = { _ in false }
    ) -> [UnsettledClient] {
        var isLate = false
        guard let timer = display.eventLoop.makeTimer(handler: { isLate = true }) else { return [] }
        timer.arm(milliseconds: timeout)
        return withExtendedLifetime(timer) {
            for round in 1...Self.roundLimit {
                let before = messages()
                let late = waitForPongs(sparing: isSpared) { isLate }
                if !late.isEmpty { return late }
                if round >= 2, messages() == before { break }
            }
            while true {
                let talking = talkingClients
                if talking.isEmpty { return [] }
                if isLate { return talking.map { UnsettledClient($0, .talkative) } }
                dispatch(timeout: 0)
            }
        }
    }

    /// A client that never has enough is not waited for.
    private static let roundLimit = 10

    private func waitForPongs(sparing isSpared: (Int32) -> Bool, _ isLate: () -> Bool) -> [UnsettledClient] {
        let waiting = ask(sparing: isSpared)
        while !waiting.isAnswered, !isLate() { dispatch(timeout: -1) }
        return waiting.clients.map { UnsettledClient($0, .silent) }
            + waiting.owners.map { UnsettledClient($0.id, $0.processID, .silent) }
    }

    /// Asks every client with a window whether it has handled what it was sent so far, and waits for none.
    /// - Parameter isSpared: says of a process, by its id, that it cannot answer: it is not asked.
    public func ask(sparing isSpared: (Int32) -> Bool = { _ in false }) -> SettlingQuestion {
        let waiting = SettlingQuestion()
        // Only those with windows: Firefox binds a second one, on which it answers nothing.
        for base in bases where base.liveSurfaces > 0 && !isSpared(base.object.client.processID) {
            waiting.clients.append(base.object.client)
            base.ping { [client = base.object.client] in
                if let index = waiting.clients.firstIndex(of: client) { waiting.clients.remove(at: index) }
            }
        }
        for owner in outerClients?.askable ?? [] where !isSpared(owner.processID) {
            waiting.owners.append(owner)
            outerClients?.ask(owner) {
                if let index = waiting.owners.firstIndex(of: owner) { waiting.owners.remove(at: index) }
            }
        }
        return waiting
    }

    /// The clients that have said something which was not read yet.
    private var talkingClients: [Client] {
        display.flushClients()
        return display.clients.filter { client in
            guard let descriptor = client.descriptor else { return false }
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return Glibc.poll(&poll, 1, 0) > 0
        }
    }
}

/// What clients were asked at one time, see ``HeadlessCompositor/ask(sparing:)``. For the loop's thread.
public final class SettlingQuestion {
    /// Those that have not answered. A client is listed once for each `xdg_wm_base` that it has bound.
    fileprivate var clients: [Client] = []
    fileprivate var owners: [OuterOwner] = []

    /// Whether all have answered; those that have gone meanwhile never do.
    public var isAnswered: Bool { clients.isEmpty && owners.isEmpty }
}
