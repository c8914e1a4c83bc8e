// SPDX-License-Identifier: MIT

// The ways out: of a target, and of the drag.

extension DragSession {
    /// Leaves the target, if there is one. Its offer is of the past from here on.
    mutating func leaveTarget(_ effects: inout [DragEffect]) {
        guard case .overTarget(let over) = state else { return }
        effects.append(.target(.leave(over.target.surface)))
        if let offer = over.liveOffer { effects.append(.retire(offer.id)) }
        state = .overNothing
    }

    /// Ends the drag with the content in the target.
    mutating func succeed(_ action: DragAction) -> [DragEffect] {
        var effects: [DragEffect] = []
        tellSource(accepted: told.accepted, action: action, &effects)
        tellSource(.finished, &effects)
        end(.finished(action), &effects)
        return effects
    }

    /// Ends the drag with the content where it was.
    ///
    /// A source that cannot hear `cancelled` hears at least that no target takes the content.
    mutating func fail(_ outcome: DragOutcome, _ effects: inout [DragEffect]) {
        if isUnderWay { tellSource(accepted: nil, action: nil, &effects) }
        tellSource(.cancelled, &effects)
        end(outcome, &effects)
    }

    /// Ends the drag for the person. Whoever is to be told by the protocol has been told before.
    mutating func end(_ outcome: DragOutcome, _ effects: inout [DragEffect]) {
        tellHighlight(nil, &effects)
        if image == .shown { effects.append(.presentation(.imageEnds(imageEnding(for: outcome)))) }
        image = .gone
        if let haptic = haptic(for: outcome) { effects.append(.haptic(haptic)) }
        state = .ended(outcome)
        effects += [.announce(.ended(outcome)), .ended(outcome)]
    }

    // MARK: - The image

    /// The pointer is here now, and the image with it.
    mutating func follow(to position: Point, _ effects: inout [DragEffect]) {
        guard position != pointer else { return }
        pointer = position
        effects.show(imageFollows(), at: position)
    }

    /// What the pointer's position means to the image: it appears once the pointer has moved far enough (HIG-11).
    mutating func imageFollows() -> MotionEffect.Image {
        switch image {
        case .waiting:
            let threshold = policy.imageThreshold
            guard pointer.squaredDistance(to: origin.position) >= threshold * threshold else { return .staysHidden }
            image = .shown
            return .appears
        case .shown:
            return .moves
        case .gone:
            return .staysHidden
        }
    }

    // MARK: - Helpers

    private func imageEnding(for outcome: DragOutcome) -> PresentationEffect.ImageEnding {
        if outcome.isSuccess { return .land(at: pointer) }
        switch home {
        case .neverLeft, .left: return .flyBack(to: origin.position)
        case .lost: return .evaporate(at: pointer)
        }
    }

    private func haptic(for outcome: DragOutcome) -> Haptic? {
        switch outcome {
        case .finished, .handedOver: .landing
        case .missed, .refused, .abandoned, .targetGone: .refusal
        case .sourceGone, .interrupted: nil  // Not an answer to what the person did with the content.
        }
    }
}

extension [DragEffect] {
    /// Adds what a motion means to the image, at a global position.
    mutating func show(_ image: MotionEffect.Image, at position: Point) {
        switch image {
        case .staysHidden: break
        case .appears: append(.presentation(.imageAppears(at: position)))
        case .moves: append(.presentation(.imageMoves(to: position)))
        }
    }
}
