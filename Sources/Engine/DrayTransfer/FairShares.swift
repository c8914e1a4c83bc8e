// SPDX-License-Identifier: MIT

/// The users of one limited resource: a value that decides how much of it each gets.
///
/// A slot counts for both programs of its transfer. Three rules hold:
///
/// - One program has at most ``share`` of ``limit``.
/// - A program that has reached its share gets another slot only in place of one of its own: the newest that it has
///   with the counterpart that occupies most of its share. One hanging source cannot exhaust a reader for all other
///   sources.
/// - If all of `limit` is in use, the newest slot of the program with the most is released for a program that has
///   fewer. A program without a slot always gets one; among programs with one slot each the oldest slot is released.
///
/// The compositor has no share. Its slots count for the other program and for `limit`.
struct FairShares<ID: Hashable & Sendable>: Sendable {
    /// The maximum weight of all slots together: a number of slots, or of bytes.
    let limit: Int
    /// The maximum weight of one program's slots.
    let share: Int

    private typealias Share = TransferParty.Share

    /// In the order of admission.
    private var slots: [Slot] = []

    private struct Slot: Sendable {
        let id: ID
        let parties: TransferParties
        var weight: Int

        func counts(for share: TransferParty.Share) -> Bool { parties.shares.contains(share) }
    }

    enum Admission: Equatable, Sendable {
        /// Admitted, and the listed slots have been released; the owner ends their transfers.
        case admitted(evicting: [ID])
        case refused
    }

    init(limit: Int, share: Int) {
        self.limit = limit
        self.share = share
    }

    /// The weight of all slots.
    var total: Int { slots.reduce(0) { $0 + $1.weight } }

    var isEmpty: Bool { slots.isEmpty }

    /// The weight of one program's slots.
    func use(by party: TransferParty) -> Int { party.share.map { use(by: $0, in: slots) } ?? 0 }

    /// Takes a slot for a transfer. A slot with the same identity is replaced.
    /// - Parameters:
    ///   - replacesOwn: Whether another slot of the same program may be evicted.
    ///   - mayEvict: Whether a slot may be evicted at all.
    mutating func admit(
        _ id: ID, _ parties: TransferParties, weight: Int = 1, replacesOwn: Bool = true,
        mayEvict: (ID) -> Bool = { _ in true }
    ) -> Admission {
        var rest = slots.filter { $0.id != id }
        var evicted: [ID] = []
        func evict(_ index: Int) { evicted.append(rest.remove(at: index).id) }
        for share in parties.shares {
            while case let own = use(by: share, in: rest), own > 0, own + weight > self.share {
                let other = parties.counterpart(of: share)
                guard replacesOwn, let index = victim(in: rest, of: share, for: other, weight, mayEvict) else {
                    return .refused
                }
                evict(index)
            }
        }
        while case let all = rest.reduce(0, { $0 + $1.weight }), all > 0, all + weight > limit {
            guard let index = victim(in: rest, for: parties, weight, mayEvict) else { return .refused }
            evict(index)
        }
        guard weight <= limit else { return .refused }
        slots = rest + [Slot(id: id, parties: parties, weight: weight)]
        return .admitted(evicting: evicted)
    }

    mutating func release(_ id: ID) { slots.removeAll { $0.id == id } }

    // MARK: Details

    private func use(by share: TransferParty.Share, in slots: [Slot]) -> Int {
        slots.reduce(0) { $1.counts(for: share) ? $0 + $1.weight : $0 }
    }

    /// Returns the slot to evict within one program's share: the newest with the counterpart that has most there, if
    /// that is more than the newcomer's counterpart would have.
    private func victim(
        in slots: [Slot], of share: TransferParty.Share, for newcomer: TransferParty.Share?, _ weight: Int,
        _ mayEvict: (ID) -> Bool
    ) -> Int? {
        var uses: [TransferParty.Share?: Int] = [:]
        for slot in slots where slot.counts(for: share) {
            uses[slot.parties.counterpart(of: share), default: 0] += slot.weight
        }
        let before = uses.removeValue(forKey: newcomer) ?? 0
        guard let most = uses.values.max(), most > before + weight else { return nil }
        return slots.lastIndex {
            $0.counts(for: share) && mayEvict($0.id) && uses[$0.parties.counterpart(of: share)] == most
        }
    }

    /// Returns the slot to evict among all: the newest of the program that has most, if that is more than the newcomer
    /// would have.
    private func victim(
        in slots: [Slot], for newcomer: TransferParties, _ weight: Int, _ mayEvict: (ID) -> Bool
    ) -> Int? {
        var uses: [TransferParty.Share: Int] = [:]
        for slot in slots where mayEvict(slot.id) {
            for share in slot.parties.shares { uses[share, default: 0] += slot.weight }
        }
        let before = newcomer.shares.map { use(by: $0, in: slots) }.max() ?? 0
        for share in newcomer.shares { uses[share] = nil }
        guard let most = uses.values.max() else { return nil }
        let isHeaviest = { (slot: Slot) in mayEvict(slot.id) && slot.parties.shares.contains { uses[$0] == most } }
        if most > before + weight { return slots.lastIndex(where: isHeaviest) }
        return before == 0 && !newcomer.shares.isEmpty ? slots.firstIndex(where: isHeaviest) : nil
    }
}
