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
        case DRAY_POLICY_HUMAN_INTERFACE: try dray_policy.write(PolicyPreset.humanInterface.policy, to: policy)
        case DRAY_POLICY_WAYLAND: try dray_policy.write(PolicyPreset.wayland.policy, to: policy)
        default: throw .value("\(preset.rawValue) is not one of enum dray_policy_preset")
        }
    }
}

/// A policy whose rules and wishes are in memory that is never freed and never written again, hence
/// `@unchecked Sendable`.
private struct PolicyPreset: @unchecked Sendable {
    static let humanInterface = PolicyPreset(.humanInterface)
    static let wayland = PolicyPreset(.wayland)

    let policy: dray_policy

    private init(_ preset: DragPolicy) {
        var policy = dray_policy.empty
        policy.same_container = Self.kept([dray_action_rule(preset.sameContainer)])
        policy.same_application = Self.kept([dray_action_rule(preset.sameApplication)])
        policy.other_application = Self.kept([dray_action_rule(preset.otherApplication)])
        let sorted = preset.modifiers.wishes.sorted { $0.key.rawValue < $1.key.rawValue }
        policy.wishes = Self.kept(
            sorted.map { dray_modifier_wish(modifiers: $0.key.rawValue, action: $0.value.rawValue) })
        policy.wish_count = sorted.count
        policy.separate_windows = preset.windows == .separate ? 1 : 0
        policy.early_reads =
            switch preset.earlyReads {
            case .forwarded: DRAY_READS_FORWARDED.rawValue
            case .heldUntilDrop: DRAY_READS_HELD.rawValue
            case .afterAnswer: DRAY_READS_AFTER_ANSWER.rawValue
            }
        policy.count_uri_list = preset.itemCounting == .fromUriList ? 1 : 0
        policy.spring_wait = preset.springLoading.wait ?? 0
        policy.offer_made = preset.conversion == .made ? 1 : 0
        self.policy = policy
    }

    private static func kept<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = memory.initialize(from: elements)
        return UnsafePointer(memory.baseAddress!)
    }
}

extension dray_policy {
    /// The most wishes that a policy may have: there are 128 combinations of modifiers.
    private static let wishLimit = 128

    /// The engine's policy with these rules.
    func policy() throws(Mistake) -> DragPolicy {
        guard wish_count <= Self.wishLimit else {
            throw .value("struct dray_policy: wish_count is \(wish_count), at most \(Self.wishLimit) are possible")
        }
        return DragPolicy(
            sameContainer: try dray_action_rule.read(same_container).rule(),
            sameApplication: try dray_action_rule.read(same_application).rule(),
            otherApplication: try dray_action_rule.read(other_application).rule(),
            windows: separate_windows == 0 ? .ofOneApplication : .separate, modifiers: try modifierMap(),
            earlyReads: try known(earlyReads, "dray_early_reads"),
            itemCounting: count_uri_list == 0 ? .off : .fromUriList, conversion: offer_made == 0 ? .off : .made,
            springLoading: spring_wait == 0 ? .off : .after(spring_wait))
    }

    private var earlyReads: DragPolicy.EarlyReads? {
        switch early_reads {
        case DRAY_READS_FORWARDED.rawValue: .forwarded
        case DRAY_READS_HELD.rawValue: .heldUntilDrop
        case DRAY_READS_AFTER_ANSWER.rawValue: .afterAnswer
        default: nil
        }
    }

    private func modifierMap() throws(Mistake) -> ModifierMap {
        guard let wishes else {
            guard wish_count == 0 else { throw .null("struct dray_policy: wishes") }
            return ModifierMap([:])
        }
        var map: [Modifiers: DragAction] = [:]
        for wish in UnsafeBufferPointer(start: wishes, count: wish_count) {
            map[Modifiers(rawValue: wish.modifiers)] = try known(DragAction(rawValue: wish.action), "dray_action")
        }
        return ModifierMap(map)
    }
}

extension dray_action_rule {
    init(_ rule: ActionRule) {
        self = .empty
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
