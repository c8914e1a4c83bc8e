// SPDX-License-Identifier: MIT

/// Limits the number of simultaneous connections of a proxy, since each needs a process.
///
/// A client process is refused further connections when it has an eighth of the number that is still free. A single
/// process thus gets at most 227 of 2,048. Further processes that open many connections leave most of the rest, and a
/// program that starts later can still connect.
struct ConnectionShares {
    /// The maximum for all processes together.
    static let limit = 2048
    private static let divisor = 8

    private var total = 0
    private var held: [ProxiedProcess?: Int] = [:]

    /// Counts a connection of a process; nil stands for all processes that could not be identified.
    /// - Returns: the number of the process's connections if it may not have another one; otherwise nil.
    mutating func refuse(_ process: ProxiedProcess?) -> Int? {
        let count = held[process, default: 0]
        guard total < Self.limit, count < max(1, (Self.limit - total) / Self.divisor) else { return count }
        held[process] = count + 1
        total += 1
        return nil
    }

    /// Removes a connection from the count after it has ended.
    mutating func release(_ process: ProxiedProcess?) {
        guard let count = held[process] else { return }
        held[process] = count > 1 ? count - 1 : nil
        total -= 1
    }
}
