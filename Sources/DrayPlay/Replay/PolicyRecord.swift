// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport

/// A policy as a trace keeps it.
struct PolicyRecord: Codable {
    var sameContainer: Rule
    var sameApplication: Rule
    var otherApplication: Rule
    /// What each combination of modifiers asks for, by its bits.
    var wishes: [String: UInt32]
    var earlyReads: String
    /// Absent in older traces.
    var separatesWindows: Bool?
    /// Microseconds; absent in older traces and where nothing springs.
    var springsAfter: UInt64?
    /// Absent in older traces, when nothing was made.
    var offersMade: Bool?
    /// Absent in older traces, when items were counted.
    var countsItems: Bool?

    struct Rule: Codable {
        var allowed: UInt32
        var targetMayChoose: Bool
        /// Absent in older traces.
        var asksByModifierOnly: Bool?
        var order: [UInt32]
    }

    init(_ policy: DragPolicy) {
        sameContainer = Rule(policy.sameContainer)
        sameApplication = Rule(policy.sameApplication)
        otherApplication = Rule(policy.otherApplication)
        wishes = [:]
        // A map can only be asked: for the four modifiers that a person holds.
        for bits in UInt32(0)..<16 {
            if let wish = policy.modifiers.wish(for: Modifiers(rawValue: bits)) { wishes["\(bits)"] = wish.rawValue }
        }
        earlyReads =
            switch policy.earlyReads {
            case .forwarded: "forwarded"
            case .heldUntilDrop: "heldUntilDrop"
            case .afterAnswer: "afterAnswer"
            }
        separatesWindows = policy.windows == .separate
        springsAfter = policy.springLoading.wait
        offersMade = policy.conversion == .made
        countsItems = policy.itemCounting == .fromUriList
    }

    init?(text: String) {
        guard let record: PolicyRecord = JSONText.decode(text) else { return nil }
        self = record
    }

    var text: String { JSONText.encode(self) }

    /// Chooses as the policy that was kept.
    var policy: DragPolicy {
        var map: [Modifiers: DragAction] = [:]
        for (bits, action) in wishes {
            if let bits = UInt32(bits) { map[Modifiers(rawValue: bits)] = DragAction(rawValue: action) }
        }
        return DragPolicy(
            sameContainer: sameContainer.rule, sameApplication: sameApplication.rule,
            otherApplication: otherApplication.rule,
            windows: separatesWindows == true ? .separate : .ofOneApplication, modifiers: ModifierMap(map),
            earlyReads: earlyReads == "heldUntilDrop"
                ? .heldUntilDrop : earlyReads == "afterAnswer" ? .afterAnswer : .forwarded,
            itemCounting: countsItems == false ? .off : .fromUriList,
            conversion: offersMade == true ? .made : .off,
            springLoading: springsAfter.map { .after($0) } ?? .off)
    }
}

extension PolicyRecord.Rule {
    init(_ rule: ActionRule) {
        self.init(
            allowed: rule.allowed.rawValue, targetMayChoose: rule.targetMayChoose,
            asksByModifierOnly: rule.asking == .byModifier, order: rule.order.map(\.rawValue))
    }

    var rule: ActionRule {
        ActionRule(
            allowed: DragActions(rawValue: allowed), targetMayChoose: targetMayChoose,
            asking: asksByModifierOnly == true ? .byModifier : .anybody,
            order: order.compactMap { DragAction(rawValue: $0) })
    }
}
