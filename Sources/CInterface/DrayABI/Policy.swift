// SPDX-License-Identifier: MIT

public import CDray
internal import DrayCore

/// Documented in `dray.h`, like all functions of this module.
@c @implementation
public func dray_policy_init(
    _ policy: UnsafeMutablePointer<dray_policy>!, _ preset: dray_policy_preset
) -> dray_status {
    call { () throws(Mistake) in
        switch preset {
        case DRAY_POLICY_HUMAN_INTERFACE: try dray_policy.write(dray_policy(.humanInterface), to: policy)
        case DRAY_POLICY_WAYLAND: try dray_policy.write(dray_policy(.wayland), to: policy)
        default: throw .value("\(preset.rawValue) is not one of enum dray_policy_preset")
        }
    }
}

extension dray_policy {
    init(_ policy: DragPolicy) {
        self = .empty
        same_container = dray_action_rule(policy.sameContainer)
        same_application = dray_action_rule(policy.sameApplication)
        other_application = dray_action_rule(policy.otherApplication)
        let sorted = policy.modifiers.wishes.sorted { $0.key.rawValue < $1.key.rawValue }.prefix(Self.wishLimit)
        wish_count = UInt32(sorted.count)
        withUnsafeMutableBytes(of: &wishes) { bytes in
            let wishes = bytes.bindMemory(to: dray_modifier_wish.self)
            for (index, wish) in sorted.enumerated() {
                wishes[index] = dray_modifier_wish(modifiers: wish.key.rawValue, action: wish.value.rawValue)
            }
        }
        separate_windows = policy.windows == .separate ? 1 : 0
        early_reads =
            switch policy.earlyReads {
            case .forwarded: DRAY_READS_FORWARDED.rawValue
            case .heldUntilDrop: DRAY_READS_HELD.rawValue
            case .afterAnswer: DRAY_READS_AFTER_ANSWER.rawValue
            }
        count_uri_list = policy.itemCounting == .fromUriList ? 1 : 0
        spring_wait = UInt32(clamping: (policy.springLoading.wait ?? 0) / 1000)
        offer_made = policy.conversion == .made ? 1 : 0
    }

    /// The engine's policy with these rules.
    func policy() throws(Mistake) -> DragPolicy {
        guard wish_count <= UInt32(Self.wishLimit) else {
            throw .value("struct dray_policy: wish_count is \(wish_count), at most \(Self.wishLimit) are possible")
        }
        return DragPolicy(
            sameContainer: try same_container.rule(), sameApplication: try same_application.rule(),
            otherApplication: try other_application.rule(),
            windows: separate_windows == 0 ? .ofOneApplication : .separate, modifiers: try modifierMap(),
            earlyReads: try known(earlyReads, "dray_early_reads"),
            itemCounting: count_uri_list == 0 ? .off : .fromUriList, conversion: offer_made == 0 ? .off : .made,
            springLoading: spring_wait == 0 ? .off : .after(UInt64(spring_wait) * 1000))
    }

    private var earlyReads: DragPolicy.EarlyReads? {
        switch early_reads {
        case DRAY_READS_FORWARDED.rawValue: .forwarded
        case DRAY_READS_HELD.rawValue: .heldUntilDrop
        case DRAY_READS_AFTER_ANSWER.rawValue: .afterAnswer
        default: nil
        }
    }

    private static let wishLimit = Int(DRAY_MODIFIER_WISHES)

    private func modifierMap() throws(Mistake) -> ModifierMap {
        let list = withUnsafeBytes(of: wishes) { bytes in
            Array(bytes.bindMemory(to: dray_modifier_wish.self).prefix(Int(wish_count)))
        }
        var map: [Modifiers: DragAction] = [:]
        for wish in list {
            map[Modifiers(rawValue: wish.modifiers)] = try known(DragAction(rawValue: wish.action), "dray_action")
        }
        return ModifierMap(map)
    }
}

extension dray_action_rule {
    init(_ rule: ActionRule) {
        self.init()
        allowed = rule.allowed.rawValue
        target_may_choose = rule.targetMayChoose ? 1 : 0
        let order = rule.order.map(\.rawValue) + [0, 0, 0]
        self.order = (order[0], order[1], order[2])
        ask_by_modifier = rule.asking == .byModifier ? 1 : 0
    }

    func rule() throws(Mistake) -> ActionRule {
        let actions = DragActions(rawValue: allowed)
        guard actions.isValid else { throw .value("struct dray_action_rule: allowed is \(allowed)") }
        var list: [DragAction] = []
        for action in [order.0, order.1, order.2] {
            if action == DRAY_ACTION_NONE.rawValue { break }
            list.append(try known(DragAction(rawValue: action), "dray_action"))
        }
        return ActionRule(
            allowed: actions, targetMayChoose: target_may_choose != 0,
            asking: ask_by_modifier == 0 ? .unrestricted : .byModifier, order: list)
    }
}
