// SPDX-License-Identifier: MIT

import HeadlessDesktop
import XCB

/// Who was asked whether it is there, and has not answered; and the numbers of those that can be asked.
final class XPings {
    private var awaited: [UInt32: (owner: OuterOwner, answered: () -> Void)] = [:]
    private var lastPing: UInt32 = 0
    private var lastOwner: UInt64 = 0

    func makeOwner(process: Int32) -> OuterOwner {
        lastOwner += 1
        return OuterOwner(number: lastOwner, processID: process)
    }

    /// - Returns: by which the answer is known.
    func await(_ owner: OuterOwner, _ answered: @escaping () -> Void) -> UInt32 {
        lastPing &+= 1
        awaited[lastPing] = (owner, answered)
        return lastPing
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
        let ping = pings.await(owner, answered)
        let window = shown.first { $0.value.owner == owner && table.protocols(of: $0.key).contains(.answers) }?.key
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
