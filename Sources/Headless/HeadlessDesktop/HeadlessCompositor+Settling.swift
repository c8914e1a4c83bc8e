// SPDX-License-Identifier: MIT

internal import Glibc
internal import WaylandServer

/// A client that has not settled in time.
public struct UnsettledClient: Equatable, Sendable, CustomStringConvertible {
    public enum Trouble: Equatable, Sendable {
        /// The client did not answer a ping.
        case silent
        /// The client keeps sending requests.
        case talkative
    }

    /// The client's `Client.id`.
    public let client: UInt64
    public let processID: Int32
    /// The kernel's name of the process.
    public let name: String
    public let trouble: Trouble

    public var description: String {
        switch trouble {
        case .silent: "\(name) (process \(processID)) does not answer"
        case .talkative: "\(name) (process \(processID)) does not stop sending requests"
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
    /// Waits until every client has handled all events sent so far. It polls without sleeping.
    ///
    /// Clients receive `xdg_wm_base.ping`, which toolkits answer in the order of their event queue. They are pinged
    /// twice, because some answer when they read an event and handle it later, but before they read the next one. The
    /// pings are repeated, up to a limit, as long as other messages were exchanged meanwhile, since an answer may cause
    /// others. Clients without a window are served until they send nothing more.
    /// - Parameters:
    ///   - timeout: in milliseconds of real time.
    ///   - messages: returns the number of messages so far, without pings and their answers. Without this counter,
    ///     clients are pinged exactly twice.
    ///   - isSpared: returns whether the process with this id cannot answer. It is not pinged then.
    /// - Returns: the clients that have not answered in time, or keep sending requests.
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

    /// The maximum number of rounds, for clients that never stop.
    private static let roundLimit = 10

    private func waitForPongs(sparing isSpared: (Int32) -> Bool, _ isLate: () -> Bool) -> [UnsettledClient] {
        let waiting = ask(sparing: isSpared)
        while !waiting.isAnswered, !isLate() { dispatch(timeout: -1) }
        return waiting.clients.map { UnsettledClient($0, .silent) }
            + waiting.owners.map { UnsettledClient($0.id, $0.processID, .silent) }
    }

    /// Pings every client with a window, without waiting for the answers.
    /// - Parameter isSpared: returns whether the process with this id cannot answer. It is not pinged then.
    public func ask(sparing isSpared: (Int32) -> Bool = { _ in false }) -> SettlingQuestion {
        let waiting = SettlingQuestion()
        // Only bases with windows: Firefox binds a second one, on which it does not answer.
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

    /// The clients with requests that were not read yet.
    private var talkingClients: [Client] {
        display.flushClients()
        return display.clients.filter { client in
            guard let descriptor = client.descriptor else { return false }
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return Glibc.poll(&poll, 1, 0) > 0
        }
    }
}

/// The pings of one call of ``HeadlessCompositor/ask(sparing:)``. Use it on the event loop's thread.
public final class SettlingQuestion {
    /// The clients that have not answered. A client is listed once for each `xdg_wm_base` that it has bound.
    fileprivate var clients: [Client] = []
    fileprivate var owners: [OuterOwner] = []

    /// Whether all clients have answered. Those that have disconnected meanwhile count as answered.
    public var isAnswered: Bool { clients.isEmpty && owners.isEmpty }
}
