// SPDX-License-Identifier: MIT

internal import WaylandServer

/// A limited resource of each client, and the amount in use.
final class ClientBudget {
    let limit: Int
    private var taken: [Client: Int] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// Reserves an amount for the lifetime of the returned object.
    /// - Returns: nil if this exceeds the client's limit.
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

    /// A reserved amount.
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
