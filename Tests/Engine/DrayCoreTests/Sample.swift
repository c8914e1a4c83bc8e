// SPDX-License-Identifier: MIT

import DrayCore

/// Two applications, a few surfaces, and content to drag.
enum Sample {
    static let notes = ApplicationID(1)
    static let mail = ApplicationID(2)

    static let origin = DragOrigin(
        surface: SurfaceID(10), application: notes, container: ContainerID(100), position: Point(x: 50, y: 50))

    /// The origin of the content.
    static let home = Target(
        surface: SurfaceID(10), application: notes, container: ContainerID(100), dialect: .negotiating)
    /// Another window of the same application.
    static let sibling = Target(
        surface: SurfaceID(11), application: notes, container: ContainerID(101), dialect: .negotiating)
    /// A window of another application.
    static let foreign = Target(
        surface: SurfaceID(20), application: mail, container: ContainerID(200), dialect: .negotiating)
    /// A second window of that application.
    static let foreignToo = Target(
        surface: SurfaceID(21), application: mail, container: ContainerID(201), dialect: .negotiating)
    /// A window of an application that supports version 1 or 2 only.
    static let legacy = Target(
        surface: SurfaceID(30), application: ApplicationID(3), container: ContainerID(300), dialect: .legacy)

    static let types: Representations = ["text/html", "text/plain"]
    static let source = DragSource(types: types, actions: .all, dialect: .negotiating)
    static let legacySource = DragSource(types: types, actions: nil, dialect: .legacy)

    static let offer = OfferID(1)
    static let otherOffer = OfferID(2)
    static let inside = Point(x: 5, y: 6)
    static let far = Point(x: 150, y: 50)
}

extension DragSession {
    static func sample(
        _ source: DragSource? = Sample.source, modifiers: Modifiers = [], policy: DragPolicy = .humanInterface
    ) -> DragSession {
        begin(source, from: Sample.origin, modifiers: modifiers, policy: policy).session
    }

    /// A session of a drag over a target, with its image shown.
    static func over(
        _ target: Target, source: DragSource? = Sample.source, modifiers: Modifiers = [],
        policy: DragPolicy = .humanInterface
    ) -> DragSession {
        var session = sample(source, modifiers: modifiers, policy: policy)
        session.enterFar(target)
        return session
    }

    /// A session of a drag over a target that accepts plain text with these actions.
    static func accepted(
        by target: Target, source: DragSource = Sample.source, actions: DragActions = .all, preferred: DragActions = [],
        modifiers: Modifiers = [], policy: DragPolicy = .humanInterface
    ) -> DragSession {
        var session = over(target, source: source, modifiers: modifiers, policy: policy)
        _ = session.accept(Sample.offer, "text/plain")
        _ = session.setActions(Sample.offer, mask: actions, preferred: preferred)
        return session
    }

    @discardableResult
    mutating func enterFar(_ target: Target, offer: OfferID = Sample.offer) -> [DragEffect] {
        enter(target, global: Sample.far, local: Sample.inside, offer: offer)
    }
}

extension [DragEffect] {
    var toSource: [SourceEffect] {
        compactMap { if case .source(let effect) = $0 { effect } else { nil } }
    }

    var toTarget: [TargetEffect] {
        compactMap { if case .target(let effect) = $0 { effect } else { nil } }
    }

    var presented: [PresentationEffect] {
        compactMap { if case .presentation(let effect) = $0 { effect } else { nil } }
    }

    var feedback: [Feedback.Outcome] {
        presented.compactMap { if case .feedback(let feedback) = $0 { feedback.outcome } else { nil } }
    }

    var haptics: [Haptic] {
        compactMap { if case .haptic(let haptic) = $0 { haptic } else { nil } }
    }

    var outcome: DragOutcome? {
        if case .ended(let outcome) = last { outcome } else { nil }
    }
}
