// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// One line of the tables below.
struct NegotiationCase: Sendable, CustomTestStringConvertible {
    let relation: Relation
    let modifiers: Modifiers
    let source: DragActions?
    let target: DragActions
    let preferred: DragAction?
    let expected: DragAction?

    init(
        _ relation: Relation, _ modifiers: Modifiers, _ source: DragActions?, _ target: DragActions,
        _ preferred: DragAction?, _ expected: DragAction?
    ) {
        self.relation = relation
        self.modifiers = modifiers
        self.source = source
        self.target = target
        self.preferred = preferred
        self.expected = expected
    }

    var testDescription: String {
        "\(relation) mod \(modifiers.rawValue) source \(source?.rawValue ?? 99) target \(target.rawValue) "
            + "pref \(String(describing: preferred)) -> \(String(describing: expected))"
    }

    func result(_ policy: DragPolicy) -> DragAction? {
        Negotiation.action(
            source: source, target: .stated(mask: target, preferred: preferred), relation: relation,
            modifiers: modifiers, policy: policy)
    }
}

@Suite struct NegotiationTests {
    static let copyMove: DragActions = [.copy, .move]

    static let humanInterface: [NegotiationCase] = [
        // Same container: a move, whatever the target prefers (HIG-02).
        .init(.sameContainer, [], .all, .all, nil, .move),
        .init(.sameContainer, [], .all, .all, .copy, .move),
        .init(.sameContainer, [], .all, .all, .ask, .move),
        .init(.sameContainer, [], .copy, .all, nil, .copy),
        .init(.sameContainer, [], .all, .copy, .copy, .copy),
        .init(.sameContainer, [], .move, .copy, .copy, nil),
        .init(.sameContainer, [], nil, .all, .move, .copy),
        // Option requests a copy (HIG-03).
        .init(.sameContainer, .alt, .all, .all, nil, .copy),
        .init(.sameContainer, .control, .all, .all, .move, .copy),
        .init(.sameContainer, .shift, .all, .all, .copy, .move),
        .init(.sameContainer, [.control, .shift], .all, .all, nil, .ask),
        .init(.sameContainer, [.alt, .shift], .all, .all, nil, .ask),
        .init(.sameContainer, [.control, .shift], .all, copyMove, nil, .move),
        .init(.sameContainer, .control, .move, .all, nil, .move),
        .init(.sameContainer, [.alt, .capsLock, .numLock, .logo, .level3], .all, .all, nil, .copy),
        .init(.sameContainer, [.capsLock, .numLock], .all, .all, nil, .move),
        // Same application: the target's choice, else a copy (HIG-02).
        .init(.sameApplication, [], .all, .all, nil, .copy),
        .init(.sameApplication, [], .all, .all, .move, .move),
        .init(.sameApplication, [], .all, .all, .ask, .ask),
        .init(.sameApplication, [], .copy, .all, .move, .copy),
        .init(.sameApplication, [], .move, .all, nil, nil),
        .init(.sameApplication, [], .move, .all, .move, .move),
        .init(.sameApplication, .shift, .all, .all, .copy, .move),
        .init(.sameApplication, .control, .all, .all, .move, .copy),
        .init(.sameApplication, .alt, .all, .all, .move, .copy),
        .init(.sameApplication, [.alt, .shift], .all, .all, .move, .ask),
        .init(.sameApplication, .shift, .all, .copy, nil, .copy),
        // Another application: a copy, whatever it prefers; a question only if the user requests one, and with a copy
        // as the only answer (HIG-01).
        .init(.otherApplication, [], .all, .all, nil, .copy),
        .init(.otherApplication, [], .all, .all, .move, .copy),
        .init(.otherApplication, [], .all, .all, .ask, .copy),
        .init(.otherApplication, .shift, .all, .all, .move, .copy),
        .init(.otherApplication, .shift, .all, .all, .ask, .copy),
        .init(.otherApplication, [.alt, .shift], .all, .all, .copy, .ask),
        .init(.otherApplication, [], [.copy, .ask], .ask, .ask, nil),
        .init(.otherApplication, .control, .all, .all, .ask, .copy),
        .init(.otherApplication, .alt, .all, .all, .ask, .copy),
        .init(.otherApplication, [.control, .shift], .all, .all, nil, .ask),
        .init(.otherApplication, [.control, .shift], copyMove, .all, nil, .copy),
        .init(.otherApplication, [], .move, .all, .move, nil),
        .init(.otherApplication, .shift, .move, .move, .move, nil),
        .init(.otherApplication, [], .copy, .move, .move, nil),
        .init(.otherApplication, [], [.move, .ask], .all, .ask, nil),
        .init(.otherApplication, [], .all, [.move, .ask], .ask, nil),
        .init(.otherApplication, [], nil, .all, .move, .copy),
        .init(.otherApplication, [], [], .all, .copy, nil),
        .init(.otherApplication, [], .all, [], nil, nil),
    ]

    static let wayland: [NegotiationCase] = Relation.allCases.flatMap { relation -> [NegotiationCase] in
        [
            .init(relation, [], .all, .all, nil, .copy),
            .init(relation, [], .all, .all, .move, .move),
            .init(relation, [], .all, [.move, .ask], nil, .move),
            .init(relation, [], .all, .ask, nil, .ask),
            .init(relation, [], .move, .all, .copy, .move),
            .init(relation, .shift, .all, .all, .copy, .move),
            .init(relation, .control, .all, .all, .move, .copy),
            .init(relation, .shift, .copy, .all, .move, .copy),
            .init(relation, [.control, .shift], .all, .all, .move, .ask),
            .init(relation, [], .move, .copy, .copy, nil),
            .init(relation, [], nil, .all, .move, .copy),
        ]
    }

    @Test(arguments: humanInterface)
    func humanInterfaceChooses(line: NegotiationCase) {
        #expect(line.result(.humanInterface) == line.expected)
    }

    @Test(arguments: wayland)
    func waylandChoosesTheSameForEveryRelation(line: NegotiationCase) {
        #expect(line.result(.wayland) == line.expected)
    }

    /// Every relation, combination of modifiers, pair of masks and preference, compared with the rules.
    @Test func everyCombinationKeepsTheRules() {
        let masks = (0..<8).map { DragActions(rawValue: $0) }
        let preferences: [DragAction?] = [nil, .copy, .move, .ask]
        var count = 0
        for relation in Relation.allCases {
            for modifiers in (0..<128).map({ Modifiers(rawValue: $0) }) {
                for source in masks {
                    for target in masks {
                        for preferred in preferences where preferred.map(target.contains) ?? true {
                            let line = NegotiationCase(relation, modifiers, source, target, preferred, nil)
                            check(line)
                            count += 1
                        }
                    }
                }
            }
        }
        #expect(count == 3 * 128 * 8 * 20)
    }

    private func check(_ line: NegotiationCase) {
        let both = (line.source ?? .copy).intersection(line.target)
        let result = line.result(.humanInterface)
        let plain = line.result(.wayland)
        // Cheap comparisons come first: an expectation costs much more than the comparison itself.
        let isOffered = (result.map(both.contains) ?? true) && (plain.map(both.contains) ?? true)
        let isPlainComplete = (plain == nil) == both.isEmpty
        var keepsRule = true
        switch line.relation {
        case .otherApplication:
            let isWanted = DragPolicy.humanInterface.modifiers.wish(for: line.modifiers) == .ask
            keepsRule = result != .move && (result != nil) == both.contains(.copy) && (result != .ask || isWanted)
        case .sameApplication:
            keepsRule = result != nil || !both.contains(.copy)
        case .sameContainer:
            let forced = !line.modifiers.isDisjoint(with: [.control, .alt, .shift])
            keepsRule = forced || result == (both.contains(.move) ? .move : both.contains(.copy) ? .copy : nil)
        }
        if !isOffered || !isPlainComplete || !keepsRule {
            Issue.record("\(line.testDescription): \(String(describing: result)), plain \(String(describing: plain))")
        }
    }

    @Test func moveIsMaskedOutBetweenApplications() {
        let rule = DragPolicy.humanInterface.otherApplication
        func visible(_ source: DragActions?, wish: DragAction? = nil) -> DragActions {
            Negotiation.visibleActions(of: source, rule: rule, wish: wish)
        }
        #expect(visible(.all) == .copy)
        #expect(visible(.all, wish: .move) == .copy)
        #expect(visible(.all, wish: .ask) == [.copy, .ask])
        #expect(visible([.copy, .move]) == .copy)
        #expect(visible(.move) == [])
        #expect(visible([.move, .ask]) == [])
        #expect(visible([.move, .ask], wish: .ask) == [])
        #expect(visible(nil, wish: .ask) == .copy)
    }

    @Test func sourceActionsAreVisibleInsideOneApplication() {
        for rule in [DragPolicy.humanInterface.sameContainer, DragPolicy.humanInterface.sameApplication] {
            #expect(Negotiation.visibleActions(of: .all, rule: rule, wish: nil) == .all)
            #expect(Negotiation.visibleActions(of: nil, rule: rule, wish: nil) == .copy)
        }
    }

    /// If a host treats windows as applications, two windows of one process copy (HIG-02).
    @Test func windowsOfOneProcessCanBeSeparateApplications() {
        var policy = DragPolicy.humanInterface
        func action(_ relation: Relation) -> DragAction? {
            Negotiation.action(
                source: .all, target: .stated(mask: .all, preferred: .move), relation: relation, modifiers: .shift,
                policy: policy)
        }
        #expect(action(.sameApplication) == .move)
        policy.windows = .separate
        #expect(action(.sameApplication) == .copy)
        #expect(action(.sameContainer) == .move)
    }

    @Test func legacyTargetCopiesOrNothing() {
        for relation in Relation.allCases {
            let copied = Negotiation.action(
                source: .all, target: .legacy, relation: relation, modifiers: .shift, policy: .humanInterface)
            let refused = Negotiation.action(
                source: .move, target: .legacy, relation: relation, modifiers: [], policy: .humanInterface)
            #expect(copied == .copy)
            #expect(refused == nil)
        }
    }

    @Test func targetWithoutSetActionsOffersNothing() {
        let action = Negotiation.action(
            source: .all, target: .unstated, relation: .sameContainer, modifiers: [], policy: .wayland)
        #expect(action == nil)
    }

    @Test func answerBetweenApplicationsIsAlwaysCopy() {
        let rule = DragPolicy.humanInterface.otherApplication
        let visible: DragActions = [.copy, .ask]
        func answer(_ mask: DragActions, _ preferred: DragAction?) -> DragAction? {
            Negotiation.answer(visible: visible, target: .stated(mask: mask, preferred: preferred), rule: rule)
        }
        #expect(answer(.move, .move) == .copy)
        #expect(answer(.all, .move) == .copy)
        #expect(answer(.copy, .copy) == .copy)
        #expect(answer(.all, nil) == .copy)
        #expect(answer(.all, .ask) == nil)
        #expect(answer([], nil) == nil)
    }

    @Test func answerInsideAnApplicationIsTheTargets() {
        let rule = DragPolicy.humanInterface.sameApplication
        func answer(_ mask: DragActions, _ preferred: DragAction?) -> DragAction? {
            Negotiation.answer(visible: .all, target: .stated(mask: mask, preferred: preferred), rule: rule)
        }
        #expect(answer(.all, .move) == .move)
        #expect(answer(.move, nil) == .move)
        #expect(answer(.all, nil) == .copy)
        #expect(answer(.ask, nil) == nil)
    }
}
