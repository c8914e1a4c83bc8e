// SPDX-License-Identifier: MIT

internal import WaylandServer

/// How much of something each client has of what it may have.
final class ClientBudget {
    let limit: Int
    private var taken: [Client: Int] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a part, which lasts as long as the object that is returned.
    /// - Returns: nil if that is more than the client may have.
    func take(_ amount: Int = 1, for client: Client) -> Share? {
        let before = taken[client, default: 0]
        guard amount <= limit - before else { return nil }
        taken[client] = before + amount
        return Share(self, amount, client)
    }

    private func giveBack(_ amount: Int, of client: Client) {
        let left = taken[client, default: amount] - amount
        taken[client] = left > 0 ? left : nil
    }

    /// A part of it that is in use.
    final class Share {
        private let budget: ClientBudget
        private let amount: Int
        private let client: Client

        fileprivate init(_ budget: ClientBudget, _ amount: Int, _ client: Client) {
            self.budget = budget
            self.amount = amount
            self.client = client
        }

        deinit { budget.giveBack(amount, of: client) }
    }
}
