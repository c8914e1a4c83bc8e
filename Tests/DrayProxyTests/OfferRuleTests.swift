// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayProxy

/// The numbers that go to the compositor make it choose what the policy would (HIG-01 to HIG-04).
@Suite struct OfferRuleTests {
    static let masks = (0...7).map { DragActions(rawValue: $0) }
    static let wishes: [DragAction?] = [nil, .copy, .move, .ask]
    static let rules: [ActionRule] =
        [DragPolicy.humanInterface, .wayland].flatMap { policy in Relation.allCases.map { policy.rule(for: $0) } }

    /// What the protocol recommends to compositors: a modifier, the preference, the lowest bit.
    static func compositor(_ source: DragActions, _ mask: DragActions, _ preferred: DragAction?, _ wish: DragAction?)
        -> DragAction?
    {
        Negotiation.action(
            visible: source, target: .stated(mask: mask, preferred: preferred), rule: .wayland, wish: wish)
    }

    /// All masks of both sides, all preferences, all modifiers: the compositor comes to what the rule says.
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
                            // A compositor cannot be told "only with a modifier": there the rule without one holds.
                            #expect(chosen == (ruled(nil) == nil ? nil : ruled(wish)), "\(rule) \(source) \(target)")
                            count += 1
                        }
                    }
                }
            }
        }
        #expect(count == 3840)
    }

    /// What the protocol forbids is the compositor's to answer.
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

    /// A target between applications never sees a move; nor does it see `ask` with nothing beside it.
    @Test func betweenApplicationsNoMoveIsShown() {
        let rule = OfferRule(rule: .copying)
        #expect(rule.shown([.copy, .move]) == .copy)
        #expect(rule.shown(.all) == [.copy, .ask])
        #expect(rule.shown([.move, .ask]) == [])
        #expect(rule.shown(.move) == [])
    }

    /// After a drop with `ask` the person's answer holds, but for one that the rule forbids (HIG-01): never none, so
    /// that the target can finish.
    @Test func aForbiddenAnswerBecomesACopy() throws {
        let rule = OfferRule(rule: .copying)
        let answer = try #require(rule.answered(mask: [.copy, .move, .ask], preferred: .move, source: .all))
        #expect(answer.mask == .copy && answer.preferred == .copy)
        #expect(rule.answered(mask: .copy, preferred: .copy, source: .all) == nil)
        #expect(rule.answered(mask: [.copy, .ask], preferred: .ask, source: .all) == nil)
        #expect(rule.answered(mask: [], preferred: [], source: .all) == nil)
    }
}
