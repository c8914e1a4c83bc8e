// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayProxy

/// The changed arguments make the compositor select the action of the policy (HIG-01 to HIG-04).
@Suite struct OfferRuleTests {
    static let masks = (0...7).map { DragActions(rawValue: $0) }
    static let wishes: [DragAction?] = [nil, .copy, .move, .ask]
    static let rules: [ActionRule] =
        [DragPolicy.humanInterface, .wayland].flatMap { policy in Relation.allCases.map { policy.rule(for: $0) } }

    /// The selection that the protocol recommends to compositors: a modifier, the preference, the lowest bit.
    static func compositor(_ source: DragActions, _ mask: DragActions, _ preferred: DragAction?, _ wish: DragAction?)
        -> DragAction?
    {
        Negotiation.action(
            visible: source, target: .stated(mask: mask, preferred: preferred), rule: .wayland, wish: wish)
    }

    /// For all masks of both sides, all preferences and all modifiers, the compositor selects the action of the rule.
    @Test func theCompositorChoosesWhatTheRuleWould() throws {
        var count = 0
        for rule in Self.rules {
            for source in Self.masks {
                for mask in Self.masks {
                    for preferred in Self.wishes where preferred.map(mask.contains) ?? true {
                        let wanted = DragActions(rawValue: preferred?.rawValue ?? 0)
                        let asked = OfferRule(rule: rule).asked(mask: mask, preferred: wanted, source: source)
                        let target = try TargetActions(mask: mask, preferred: wanted)
                        func ruled(_ wish: DragAction?) -> DragAction? {
                            let visible = Negotiation.visibleActions(of: source, rule: rule, wish: wish)
                            return Negotiation.action(visible: visible, target: target, rule: rule, wish: wish)
                        }
                        for wish in Self.wishes {
                            let chosen = Self.compositor(
                                source, asked?.mask ?? mask, asked.map(\.preferred) ?? preferred, wish)
                            // There are no arguments for "only with a modifier": in this case the rule without
                            // modifiers applies.
                            #expect(chosen == (ruled(nil) == nil ? nil : ruled(wish)), "\(rule) \(source) \(target)")
                            count += 1
                        }
                    }
                }
            }
        }
        #expect(count == 3840)
    }

    /// The compositor handles arguments that the protocol forbids.
    @Test func numbersThatTheProtocolForbidsStay() {
        let rule = OfferRule(rule: .copying)
        #expect(rule.asked(mask: DragActions(rawValue: 8), preferred: [], source: .copy) == nil)
        #expect(rule.asked(mask: [.copy, .move], preferred: [.copy, .move], source: .copy) == nil)
        #expect(rule.asked(mask: .copy, preferred: .move, source: .copy) == nil)
    }

    @Test func theProtocolsOwnRuleChangesNothing() {
        for mask in Self.masks {
            #expect(OfferRule(rule: .wayland).asked(mask: mask, preferred: [], source: .all) == nil)
            #expect(OfferRule(rule: .wayland).shown(mask) == mask)
        }
    }

    /// A target in another application never sees a move, nor `ask` as the only action.
    @Test func betweenApplicationsNoMoveIsShown() {
        let rule = OfferRule(rule: .copying)
        #expect(rule.shown([.copy, .move]) == .copy)
        #expect(rule.shown(.all) == [.copy, .ask])
        #expect(rule.shown([.move, .ask]) == [])
        #expect(rule.shown(.move) == [])
    }

    /// After a drop with `ask`, the user's answer applies, except for one that the rule forbids (HIG-01). It is never
    /// none, so that the target can finish.
    @Test func aForbiddenAnswerBecomesACopy() throws {
        let rule = OfferRule(rule: .copying)
        let answer = try #require(rule.answered(mask: [.copy, .move, .ask], preferred: .move, source: .all))
        #expect(answer.mask == .copy && answer.preferred == .copy)
        #expect(rule.answered(mask: .copy, preferred: .copy, source: .all) == nil)
        #expect(rule.answered(mask: [.copy, .ask], preferred: .ask, source: .all) == nil)
        #expect(rule.answered(mask: [], preferred: [], source: .all) == nil)
    }
}
