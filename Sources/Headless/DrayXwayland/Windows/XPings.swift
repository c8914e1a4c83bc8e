// SPDX-License-Identifier: MIT

import HeadlessDesktop
import XCB

/// The clients with unanswered pings, and the ids of those that can be pinged.
final class XPings {
    private var awaited: [UInt32: Question] = [:]
    private var lastPing: UInt32 = 0
    private var lastOwner: UInt64 = 0

    struct Question {
        let owner: OuterOwner
        /// The window that was pinged; none for a request to the server.
        let window: XWindow
        let answered: () -> Void
    }

    func makeOwner(process: Int32) -> OuterOwner {
        lastOwner += 1
        return OuterOwner(number: lastOwner, processID: process)
    }

    /// - Returns: the id of the expected answer.
    func await(_ question: Question) -> UInt32 {
        lastPing &+= 1
        awaited[lastPing] = question
        return lastPing
    }

    /// Removes and returns the questions to a window that was destroyed and will not answer.
    func take(askedBy window: XWindow) -> [Question] {
        let lost = awaited.filter { $0.value.window == window }
        for ping in lost.keys { awaited[ping] = nil }
        return Array(lost.values)
    }

    func answer(_ ping: UInt32) { awaited.removeValue(forKey: ping)?.answered() }

    /// Removes the questions to a client that has no more windows.
    func answer(for owner: OuterOwner) {
        for (ping, entry) in awaited where entry.owner == owner { answer(ping) }
    }

    func answerAll() {
        for ping in awaited.keys { answer(ping) }
    }
}

extension XWindowManager: OuterClients {
    var askable: [OuterOwner] {
        var owners: [OuterOwner] = []
        for window in shown.values where !owners.contains(window.owner) { owners.append(window.owner) }
        return owners
    }

    /// Uses `_NET_WM_PING`, which toolkits answer in event order. For clients without it, a round trip to the server
    /// ensures that all their events have been sent.
    func ask(_ owner: OuterOwner, _ answered: @escaping () -> Void) {
        let able = shown.filter { $0.value.owner == owner && table.protocols(of: $0.key).contains(.answers) }
        // Menus and drag images are short-lived, so another window is preferred.
        let window = (able.first { $0.value.shell.shownWindow != nil } ?? able.first)?.key
        let ping = pings.await(XPings.Question(owner: owner, window: window ?? .none, answered: answered))
        if let window {
            connection.send(
                XClientMessage(
                    window: window, type: atoms[.protocols], words: [atoms[.ping].rawValue, ping, window.rawValue]),
                to: window)
        } else {
            connection.owner(of: atoms[.managerSelection]) { [weak self] _ in self?.pings.answer(ping) }
        }
        flushSoon()
    }
}
