// SPDX-License-Identifier: MIT

/// Limits the connections that a proxy serves at a time, since each costs a process.
///
/// A process gets no further connection once it has an eighth of what is still free. So a single process gets 227 of 2,048, each
/// greedy one after it leaves most of the rest, and a program that starts later still finds room for its first.
struct ConnectionShares {
    /// All processes together.
    static let limit = 2048
    private static let divisor = 8

    private var total = 0
    private var held: [ProxiedProcess?: Int] = [:]

    /// Counts a connection of a process; nil stands for all that could not be identified.
    /// - Returns: how many connections the process has already if it may not have another one; else nil.
    mutating func refuse(_ process: ProxiedProcess?) -> Int? {
        let count = held[process, default: 0]
        guard total < Self.limit, count < max(1, (Self.limit - total) / Self.divisor) else { return count }
        held[process] = count + 1
        total += 1
        return nil
    }

    /// A connection that was counted has ended.
    mutating func release(_ process: ProxiedProcess?) {
        guard let count = held[process] else { return }
        held[process] = count > 1 ? count - 1 : nil
        total -= 1
    }
}
