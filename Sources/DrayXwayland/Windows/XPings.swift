// SPDX-License-Identifier: MIT

import HeadlessDesktop
import XCB

/// Who was asked whether it is there, and has not answered; and the numbers of those that can be asked.
final class XPings {
    private var awaited: [UInt32: Question] = [:]
    private var lastPing: UInt32 = 0
    private var lastOwner: UInt64 = 0

    struct Question {
        let owner: OuterOwner
        /// By which window; none for a question to the server.
        let window: XWindow
        let answered: () -> Void
    }

    func makeOwner(process: Int32) -> OuterOwner {
        lastOwner += 1
        return OuterOwner(number: lastOwner, processID: process)
    }

    /// - Returns: by which the answer is known.
    func await(_ question: Question) -> UInt32 {
        lastPing &+= 1
        awaited[lastPing] = question
        return lastPing
    }

    /// What was asked by a window that has gone, and will not be answered.
    func take(askedBy window: XWindow) -> [Question] {
        let lost = awaited.filter { $0.value.window == window }
        for ping in lost.keys { awaited[ping] = nil }
        return Array(lost.values)
    }

    func answer(_ ping: UInt32) { awaited.removeValue(forKey: ping)?.answered() }

    /// It has no windows any more.
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

    /// By `_NET_WM_PING`, which toolkits answer in the order of their events. Those that do not speak it are waited for as far as
    /// the server has told them all.
    func ask(_ owner: OuterOwner, _ answered: @escaping () -> Void) {
        let able = shown.filter { $0.value.owner == owner && table.protocols(of: $0.key).contains(.answers) }
        // Menus and the images of drags come and go.
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
