// SPDX-License-Identifier: MIT

// Leaving a target, and ending the drag.

extension DragSession {
    /// Leaves the target, if there is one, and retires its offer.
    mutating func leaveTarget(_ effects: inout [DragEffect]) {
        guard case .overTarget(let over) = state else { return }
        effects.append(.target(.leave(over.target.surface)))
        if let offer = over.liveOffer { effects.append(.retire(offer.id)) }
        state = .overNothing
    }

    /// Ends the drag successfully: the target has the content.
    mutating func succeed(_ action: DragAction) -> [DragEffect] {
        var effects: [DragEffect] = []
        tellSource(accepted: lastSent.accepted, action: action, &effects)
        tellSource(.finished, &effects)
        end(.finished(action), &effects)
        return effects
    }

    /// Ends the drag as a failure.
    ///
    /// A source of version 1 or 2, which does not receive `cancelled`, at least receives `target` with NULL.
    mutating func fail(_ outcome: DragOutcome, _ effects: inout [DragEffect]) {
        if isUnderWay { tellSource(accepted: nil, action: nil, &effects) }
        tellSource(.cancelled, &effects)
        end(outcome, &effects)
    }

    /// Ends the drag for the user. All protocol events of the drag precede this call.
    mutating func end(_ outcome: DragOutcome, _ effects: inout [DragEffect]) {
        tellHighlight(nil, &effects)
        let isReleased = !isUnderWay
        let isShown = isBreakShown && !outcome.isSuccess
        if isReleased {
            if !outcome.isSuccess, !isShown { effects += [.presentation(.dropFailed(at: pointer)), .haptic(.refusal)] }
        } else {
            endImage(imageEnding(for: outcome), &effects)
            if let haptic = haptic(for: outcome) { effects.append(.haptic(haptic)) }
        }
        state = .ended(outcome)
        if !isShown { effects.append(.announce(.ended(outcome))) }
        if !isReleased { effects.append(.released) }
        effects.append(.ended(outcome))
    }

    /// Whether the user has been notified already that only a part arrived.
    private var isBreakShown: Bool {
        switch state {
        case .awaitingFinish(let dropped, _), .asking(let dropped, _), .settling(let dropped, _): dropped.isBreakShown
        case .overNothing, .overTarget, .ended: false
        }
    }

    /// The target accepts the content. For the user the drag ends here, whatever the target does later.
    mutating func land(_ effects: inout [DragEffect]) {
        endImage(.land(at: pointer), &effects)
        effects.append(.haptic(.landing))
    }

    private mutating func endImage(_ ending: PresentationEffect.ImageEnding, _ effects: inout [DragEffect]) {
        if image == .shown { effects.append(.presentation(.imageEnds(ending))) }
        image = .gone
    }

    // MARK: - The image

    /// Updates the pointer position, and the image with it.
    mutating func follow(to position: Point, _ effects: inout [DragEffect]) {
        guard position != pointer else { return }
        pointer = position
        effects.show(imageFollows(), at: position)
    }

    /// Returns how the drag image reacts to the pointer position. It appears once the pointer has moved far enough
    /// (HIG-11).
    mutating func imageFollows() -> MotionEffect.Image {
        switch image {
        case .waiting:
            guard pointer.squaredDistance(to: origin.position) >= imageThreshold * imageThreshold else {
                return .staysHidden
            }
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
        case .sourceGone, .interrupted: nil  // Neither answers what the user did with the content.
        }
    }
}

extension [DragEffect] {
    /// Appends the presentation effect of a motion, at a global position.
    mutating func show(_ image: MotionEffect.Image, at position: Point) {
        switch image {
        case .staysHidden: break
        case .appears: append(.presentation(.imageAppears(at: position)))
        case .moves: append(.presentation(.imageMoves(to: position)))
        }
    }
}
