// SPDX-License-Identifier: MIT

public import DrayCore

// The states of the presentation of one drag, and the transitions between them. An event that a row does not name
// changes nothing in that state.
//
//   state       event                                       next         visible effect
//   ----------  ------------------------------------------  -----------  -------------------------------------------
//   hidden      appears, an icon or a standard image exists live         lift
//               appears, the icon is not drawn yet          expecting
//               ends, or the drag is over                   leaving      none: nothing was shown
//               the drop has failed                         failing      a sign at the drop point
//   expecting   the icon is drawn                           live         lift
//               the icon is destroyed                       expecting    none; its deadline is now
//               a frame at or after the deadline            live         lift of a standard image, if there is one
//               ends, or the drag is over                   leaving      none: nothing was shown
//               the drop has failed                         failing      a sign at the drop point
//   live        icon drawn, emptied, more items, feedback   live         the change
//               ends, while nothing of it is on the screen  leaving      none
//               ends                                        leaving      lands, flies back or evaporates
//   leaving     the origin is lost                          leaving      an image that flies back evaporates
//               a transfer is under way                     carrying     a ring at the drop point
//               the drop has failed                         failing      a sign at the drop point
//               a frame after the image, the drag is over   gone
//   carrying    a transfer is under way                     carrying     the ring fills or spins
//               no transfer is under way any more           carrying     the ring fades
//               a frame after the ring, drag is not over    leaving
//               a frame after ring and image, drag is over  gone
//               the drop has failed                         failing      a sign in place of the ring
//   failing     a frame after the sign, drag is not over    leaving
//               a frame after the sign, the drag is over    gone
//   any         vanishes                                    gone         everything disappears at once
//   gone        (final)

/// The presentation of one drag, from before its image appears until it has left the screen: a value.
///
/// The owner reports events, and requests a frame when one is due: ``frame(at:pointer:)`` updates ``layers`` and
/// ``damage``. Nothing is drawn before the frame that shows it. A motion is not an event: the pointer's position comes
/// with the frame, and in between a host moves the layers that follow the pointer itself.
public struct DragShow {
    /// The current image of the drag; nil until its client has drawn something.
    public private(set) var image: DragImage?
    public private(set) var style: PresentationStyle
    public private(set) var feedback: Feedback
    public private(set) var itemCount: Int
    /// The layers to show, the bottom one first. Updated by ``frame(at:pointer:)``.
    public private(set) var layers: [Layer] = []
    /// The damage between the last two frames, in the global space, rounded outwards to whole points.
    public private(set) var damage: [Rectangle] = []

    private var life: Life = .hidden
    /// The image in `live`, and while it leaves; nil in `hidden` and `expecting`, and possibly later. It is not a
    /// payload of `life`, since it is too large to be moved out and back for each change.
    private var presentation: DragPresentation?
    private let standard: StandardImage?
    /// The looks of the visible items, the front one first, as far as their client describes them.
    private var looks: [ItemLook]
    /// Whether ``image`` replaces an icon.
    private var isStandIn = false
    /// Whether the client has set an icon surface, on which it may still draw.
    private var hasIcon: Bool
    /// Whether the drag is over for all parties, so that nothing can fail any more.
    private var isOver = false
    private var home: Point?
    private var ring: Rectangle?
    private var preview = PreviewPace()
    /// The drop point in the global space, while the user is asked to confirm the drop (HIG-27).
    private var question: Point?
    /// The centres of the items except the first when the image appears, in the global space (HIG-08).
    private let origins: [Point?]
    private let store: PictureStore
    /// The number of pictures drawn for images that have been released.
    private var earlierRedraws = 0

    private enum Life {
        /// The pointer has not moved beyond the threshold (HIG-11).
        case hidden
        /// The image is due, but its client has not drawn it yet. Without a deadline no standard image replaces it.
        case expecting(until: Instant?)
        case live
        /// The image is leaving, or has left; a drop may still fail.
        case leaving
        /// Like `leaving`, while the content of the drop is being transferred (HIG-24).
        case carrying(DropProgress)
        /// A drop that had landed has failed (HIG-16, HIG-17).
        case failing(DropFailure)
        case gone
    }

    /// The time that clients have to draw their icon after the drag has begun, in microseconds; after that a standard
    /// image is used. A tenth of a second is when a delay becomes noticeable.
    public static let iconTimeout: UInt64 = 100_000

    /// - Parameters:
    ///   - image: The image, if it is already known; a host's own content.
    ///   - hasIcon: Whether the client has set an icon surface.
    ///   - standard: The image that replaces an icon; nil if none does, since the content itself is visible (a window,
    ///     WL-03).
    ///   - looks: The looks of the visible items, the front one first, if known.
    ///   - origins: The centres of the items except the first, if known; in the global space.
    ///   - home: The home point, in the global space; nil if unknown.
    public init(
        image: DragImage? = nil, hasIcon: Bool, standard: StandardImage?, itemCount: Int, looks: [ItemLook] = [],
        origins: [Point?] = [], home: Point?, style: PresentationStyle, store: PictureStore
    ) {
        self.image = image
        self.hasIcon = hasIcon
        self.standard = standard
        self.itemCount = max(itemCount, 1)
        self.looks = looks
        self.origins = origins
        self.home = home
        self.style = style
        self.store = store
        feedback = Feedback(outcome: .undecided, itemCount: max(itemCount, 1))
    }

    // MARK: Events

    /// The pointer has moved beyond the threshold: the image appears at this point of the global space (HIG-11).
    public mutating func appears(at pointer: Point, time: Instant) {
        switch life {
        case .hidden:
            if image != nil || !hasIcon {
                lift(at: pointer, time: time)
            } else {
                life = .expecting(until: standard == nil ? nil : time.advanced(byMicroseconds: Self.iconTimeout))
            }
        case .expecting, .live, .leaving, .carrying, .failing, .gone:
            break
        }
    }

    /// The client has drawn or moved its icon (HIG-12). A change of size is animated.
    ///
    /// - Parameter pointer: The position of the pointer, in the global space.
    public mutating func iconDrawn(_ image: DragImage, pointer: Point, time: Instant) {
        switch life {
        case .hidden:
            self.image = image
        case .expecting:
            self.image = image
            lift(at: pointer, time: time)
        case .live:
            self.image = image
            isStandIn = false
            let shown = shown(image)
            presentation?.replace(shown, at: time)
        case .leaving, .carrying, .failing:
            presentation?.supply(image)
        case .gone:
            break
        }
    }

    /// The client has removed the content of its icon. A standard image does not replace it.
    public mutating func iconEmptied(time: Instant) {
        switch life {
        case .hidden, .expecting:
            image = nil
        case .live:
            guard let nothing = presentation.flatMap({ DragImage(emptyAs: $0.image) }) else { return }
            image = nil
            presentation?.replace(nothing, at: time)
        case .leaving, .carrying, .failing, .gone:
            break
        }
    }

    /// The client has destroyed its icon. The current image stays; a pending icon is no longer expected.
    public mutating func iconGone() {
        hasIcon = false
        switch life {
        case .expecting: life = .expecting(until: standard == nil ? nil : Instant(microseconds: 0))
        case .hidden, .live, .leaving, .carrying, .failing, .gone: break
        }
    }

    /// Updates the outcome of a drop (HIG-04, HIG-13).
    public mutating func show(_ feedback: Feedback) {
        self.feedback = feedback
        if isLive { presentation?.show(feedback) }
    }

    /// Sets whether the user is asked to confirm the drop: the image has a question mark as its badge, even if the
    /// style shows no badges; without an image the mark is shown alone (HIG-27). `place` is in the global space.
    public mutating func setAsking(_ isAsking: Bool, at place: Point) {
        question = isAsking && !isGone ? place : nil
        if isLive { presentation?.setAsking(isAsking) }
    }

    /// Updates the number of dragged items (HIG-06, HIG-08).
    /// - Parameter origins: The centres of the new items, if known; in the global space.
    public mutating func setItemCount(_ count: Int, origins: [Point?] = [], time: Instant) {
        itemCount = max(count, 1)
        if isLive { presentation?.setItemCount(count, origins: origins, at: time) }
    }

    /// Updates the looks of the visible items, the front one first (HIG-07, HIG-38).
    public mutating func setLooks(_ looks: [ItemLook], time: Instant) {
        self.looks = looks
        guard isLive else { return }
        presentation?.setLooks(looks)
        guard isStandIn, let image = standIn else { return }
        self.image = image
        let shown = shown(image)
        presentation?.replace(shown, at: time)
    }

    /// Moves one more item than are visible from its position, in the global space, to the others (HIG-07).
    public mutating func join(_ look: ItemLook, from place: Point, time: Instant) {
        if isLive { presentation?.join(look, from: place, at: time) }
    }

    /// Sets the image size that the current target requests; nil for the image's own size (HIG-38).
    public mutating func setPreview(_ size: Size?) { preview.want(size) }

    /// Updates the home point as its origin moves, in the global space; nil while the origin is not visible (HIG-16).
    public mutating func setHome(_ home: Point?, time: Instant) {
        guard home != self.home else { return }
        self.home = home
        switch life {
        case .live: if let home { presentation?.home = home }
        case .leaving: if let home { presentation?.home = home } else { presentation?.loseHome(at: time) }
        case .hidden, .expecting, .carrying, .failing, .gone: break
        }
    }

    /// Updates the bounds of the current target, in the global space; nil if there is none (HIG-15).
    public mutating func setRing(_ bounds: Rectangle?) {
        guard bounds != ring else { return }
        ring = bounds
        if isLive { presentation?.highlight(bounds) }
    }

    /// Flashes the ring twice, or the image if no ring is shown, since the current target is about to be activated
    /// (HIG-19).
    public mutating func flash(at time: Instant) {
        if isLive { presentation?.flash(at: time) }
    }

    /// Ends the flash, since no target is about to be activated any more.
    public mutating func endFlash() { presentation?.endFlash() }

    /// Updates the output scale, the appearance or a preference.
    public mutating func setStyle(_ style: PresentationStyle) {
        guard style != self.style else { return }
        self.style = style
        switch life {
        case .live, .leaving, .carrying: presentation?.setStyle(style)
        case .hidden, .expecting, .failing, .gone: break
        }
    }

    /// The content was dropped, or the drag has ended without a drop: the image leaves, even if the outcome is still
    /// pending (HIG-11, HIG-16). Without a home point it evaporates instead of flying back.
    /// - Parameter homes: The current centres of the items except the first, if known; in the global space.
    public mutating func end(_ ending: DragEnding, homes: [Point?] = [], pointer: Point, time: Instant) {
        setAsking(false, at: pointer)
        switch life {
        case .hidden, .expecting:
            life = .leaving
        case .live where layers.isEmpty:
            forgetImage()
            life = .leaving
        case .live:
            presentation?.move(to: pointer)
            presentation?.end(home == nil && ending == .flyBack ? .evaporate : ending, homes: homes, at: time)
            life = .leaving
        case .leaving, .carrying, .failing, .gone:
            break
        }
    }

    /// Updates the progress of the transfer of dropped content; nil if none is under way. The ring appears at `place`,
    /// in the global space.
    public mutating func setProgress(_ progress: ShownProgress?, at place: Point, time: Instant) {
        switch (life, progress) {
        case (.leaving, let progress?):
            life = .carrying(DropProgress(progress, at: place, start: time))
        case (.carrying(var shown), _):
            if let progress { shown.show(progress) } else { shown.finish(at: time) }
            life = .carrying(shown)
        case (.leaving, nil), (.hidden, _), (.expecting, _), (.live, _), (.failing, _), (.gone, _):
            break
        }
    }

    /// An accepted drop has failed; the sign appears at `place`, in the global space.
    public mutating func dropFailed(at place: Point, time: Instant) {
        let failure = DropFailure(at: place, start: time, motion: style.motion)
        switch life {
        case .hidden, .expecting, .leaving, .carrying: life = .failing(failure)
        case .live, .failing, .gone: break
        }
    }

    /// The drag is over for all parties: the show ends when everything has left the screen.
    public mutating func over() {
        isOver = true
        switch life {
        case .hidden, .expecting: life = .leaving
        case .live, .leaving, .carrying, .failing, .gone: break
        }
    }

    /// Ends the show at once, since there is no screen to show it on. A drag that is not over continues without it.
    public mutating func vanish() {
        forgetImage()
        question = nil
        life = .gone
        damage = LayerDamage.between(layers, [])
        layers = []
    }

    // MARK: Output

    /// The number of pictures drawn so far.
    public var redraws: Int { earlierRedraws + (presentation?.redraws ?? 0) }

    /// Whether the last frame was shown, and the owner can release the value.
    public var isGone: Bool {
        switch life {
        case .gone: true
        case .hidden, .expecting, .live, .leaving, .carrying, .failing: false
        }
    }

    /// The time at which the next frame differs even without an event: 0 for at once, nil for never.
    public func nextFrame(after time: Instant) -> Instant? {
        let now = Instant(microseconds: 0)
        switch life {
        case .hidden, .gone: return nil
        case .expecting(let deadline): return deadline
        case .live: return presentation?.isAnimating(at: time) ?? false ? now : preview.due
        case .leaving:
            // One more frame after the last clears the screen.
            return presentation.map { !$0.isFinished(at: time) } ?? false ? now : nil
        case .carrying(let progress):
            if presentation.map({ !$0.isFinished(at: time) }) ?? false { return now }
            return progress.nextChange(after: time, style.motion)
        case .failing: return now
        }
    }

    /// Updates ``layers`` and ``damage`` for a moment on the compositor's clock.
    /// - Parameter pointer: The position of the pointer, or of the drop; in the global space.
    /// - Returns: Whether anything has changed since the previous frame.
    public mutating func frame(at time: Instant, pointer: Point) -> Bool {
        expire(at: time, pointer: pointer)
        let before = layers
        if isLive {
            presentation?.move(to: pointer)
            if preview.step(at: time), let image {
                let shown = shown(image)
                presentation?.replace(shown, at: time)
            }
        }
        presentation?.frame(at: time)
        layers = presentation?.layers ?? []
        if let question, presentation == nil, !isOver, let layer = mark(at: question) { layers.append(layer) }
        switch life {
        case .hidden, .expecting, .live, .leaving, .gone: break
        case .carrying(let progress):
            if let layer = progress.layer(at: time, style, store, count: &earlierRedraws) { layers.append(layer) }
        case .failing(let failure):
            if let layer = failure.layer(at: time, style, store, count: &earlierRedraws) { layers.append(layer) }
        }
        damage = LayerDamage.between(before, layers)
        return before != layers
    }

    // MARK: Details

    /// Whether the image follows the pointer and reflects changes.
    private var isLive: Bool {
        switch life {
        case .live: true
        case .hidden, .expecting, .leaving, .carrying, .failing, .gone: false
        }
    }

    /// Returns an image at the requested size.
    private func shown(_ image: DragImage) -> DragImage { preview.shown.map(image.scaled) ?? image }

    /// The image without an icon: the first item's, if its look is known.
    private var standIn: DragImage? { standard.flatMap { looks.first?.image ?? DragImage($0) } }

    /// Returns the question mark that is shown if there is no image with a badge.
    private mutating func mark(at place: Point) -> Layer? {
        guard let picture = store.badge(.ask, style, count: &earlierRedraws) else { return nil }
        return picture.layer(FrameState(position: place), opacity: 1, deviceScale: style.scale, as: .badge)
    }

    private mutating func lift(at pointer: Point, time: Instant) {
        isStandIn = image == nil
        guard let image = image ?? standIn else { return }
        self.image = image
        var presentation = DragPresentation(
            image: shown(image), itemCount: itemCount, looks: looks, origins: origins, pointer: pointer, at: time,
            style: style, store: store)
        presentation.home = home ?? pointer
        presentation.show(feedback)
        presentation.highlight(ring)
        presentation.setAsking(question != nil)
        self.presentation = presentation
        life = .live
    }

    /// Makes the transitions that depend on time alone.
    private mutating func expire(at time: Instant, pointer: Point) {
        switch life {
        case .expecting(let deadline):
            if let deadline, time >= deadline { lift(at: pointer, time: time) }
        case .leaving:
            guard presentation?.isFinished(at: time) ?? true else { return }
            forgetImage()
            if isOver { life = .gone }
        case .failing(let failure):
            guard failure.isFinished(at: time) else { return }
            forgetImage()
            life = isOver ? .gone : .leaving
        case .carrying(let progress):
            if presentation?.isFinished(at: time) ?? false { forgetImage() }
            guard progress.isFinished(at: time) else { return }
            life = presentation == nil && isOver ? .gone : .leaving
        case .hidden, .live, .gone:
            break
        }
    }

    private mutating func forgetImage() {
        earlierRedraws += presentation?.redraws ?? 0
        presentation = nil
        image = nil
    }
}
