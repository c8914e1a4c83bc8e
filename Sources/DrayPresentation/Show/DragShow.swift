// SPDX-License-Identifier: MIT

public import DrayCore

// The life of what people see of one drag. Events that a row does not name change nothing there.
//
//   state       event                                       next         what is seen
//   ----------  ------------------------------------------  -----------  -------------------------------------------
//   hidden      appears, the icon is drawn or something      live         lift
//                 stands in for it
//               appears, the icon is not drawn yet           expecting
//               ends, or the drag is over                    leaving      nothing: there was nothing
//               the drop has failed                          failing      a sign at the drop point
//   expecting   the icon is drawn                            live         lift
//               the icon is destroyed                        expecting    nothing: its deadline is now
//               a frame at or after the deadline             live         lift of a standard image, where there is one
//               ends, or the drag is over                    leaving      nothing: there was nothing
//               the drop has failed                          failing      a sign at the drop point
//   live        icon drawn, emptied, more items, feedback    live         what changed
//               ends, while nothing of it is on the screen   leaving      nothing
//               ends                                         leaving      lands, flies back or evaporates
//   leaving     no way home any more                         leaving      what flew back evaporates
//               content is on its way                        carrying     a ring at the drop point
//               the drop has failed                          failing      a sign at the drop point
//               a frame after the image, the drag is over    gone
//   carrying    content is on its way                        carrying     the ring fills or turns
//               no content is any more                       carrying     the ring fades
//               a frame after the ring, the drag is not over leaving
//               a frame after ring and image, the drag is    gone
//               the drop has failed                          failing      a sign in the place of the ring
//   failing     a frame after the sign, the drag is not over leaving
//               a frame after the sign, the drag is over     gone
//   any         vanishes                                     gone         nothing, at once
//   gone        (no event leads anywhere)

/// What people see of one drag, from before its image appears until the last of it has left the screen: a value.
///
/// The owner tells it what happens, and asks for a frame when one is due: ``frame(at:pointer:)`` brings ``layers`` and
/// ``damage`` up to date. Nothing is drawn before the frame that shows it. A motion is no event: the pointer's place comes
/// with the frame, and a host moves what follows the pointer by itself in between.
public struct DragShow {
    /// What is dragged looks like this by now; nil as long as its client has drawn nothing.
    public private(set) var image: DragImage?
    public private(set) var style: PresentationStyle
    public private(set) var feedback: Feedback
    public private(set) var itemCount: Int
    /// What to show, the lowest first. Up to date after ``frame(at:pointer:)``.
    public private(set) var layers: [Layer] = []
    /// What has changed between the last two frames, in the global space, rounded outwards to whole points.
    public private(set) var damage: [Rectangle] = []

    private var life: Life = .hidden
    /// The image in `live`, and as long as it leaves; there is none in `hidden` and `expecting`, and there may be none
    /// later. Beside `life`, so that it changes in its place: it is too large to be taken out and put back.
    private var presentation: DragPresentation?
    private let standard: StandardImage?
    /// Of the items that are seen, the first in front, where their client says something of them.
    private var looks: [ItemLook]
    /// Whether ``image`` stands in for an icon.
    private var isStandIn = false
    /// Whether the client gave an icon surface, which it may still draw.
    private var hasIcon: Bool
    /// Whether the drag is over for everybody, so that nothing can fail any more.
    private var isOver = false
    private var home: Point?
    private var ring: Rectangle?
    private var preview = PreviewPace()
    /// Where the content was let go of, while a person is asked whether it is to be dropped (HIG-27). Global.
    private var question: Point?
    /// Where the middles of the items but the first lay as the image appears (HIG-08). Global.
    private let origins: [Point?]
    private let store: PictureStore
    /// Drawn for images that are gone already.
    private var earlierRedraws = 0

    private enum Life {
        /// The pointer has hardly moved (HIG-11).
        case hidden
        /// The image is due, and its client has not drawn it yet. Without a deadline nothing stands in for it.
        case expecting(until: Instant?)
        case live
        /// The image goes, or has gone; a drop may still fail.
        case leaving
        /// The same, while what was dropped is on its way (HIG-24).
        case carrying(DropProgress)
        /// A drop that had landed has failed (HIG-16, HIG-17).
        case failing(DropFailure)
        case gone
    }

    /// Clients make their icon when the drag has begun. One that does not draw it within a tenth of a second, which is when
    /// people begin to wait, gets a standard image. In microseconds.
    public static let iconPatience: UInt64 = 100_000

    /// - Parameters:
    ///   - image: what is dragged, where that is known already; a host's own content.
    ///   - hasIcon: whether the client gave an icon surface.
    ///   - standard: what stands in for an icon; nil: nothing does, since the content is seen itself (a window, WL-03).
    ///   - looks: what the items look like that are seen, the first in front, where that is known.
    ///   - origins: where the middles of the items but the first lie, where that is known; global.
    ///   - home: where it lies; global. Nil where that is not known.
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

    // MARK: What happens

    /// The pointer has moved far enough: the image appears, at this global point (HIG-11).
    public mutating func appears(at pointer: Point, time: Instant) {
        switch life {
        case .hidden:
            if image != nil || !hasIcon {
                lift(at: pointer, time: time)
            } else {
                life = .expecting(until: standard == nil ? nil : time.advanced(byMicroseconds: Self.iconPatience))
            }
        case .expecting, .live, .leaving, .carrying, .failing, .gone:
            break
        }
    }

    /// The client has drawn its icon, or moved it (HIG-12). Another size does not jump.
    ///
    /// - Parameter pointer: where the pointer is. Global.
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

    /// The client has taken its content away. That is no reason for a standard image.
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

    /// The client has destroyed its icon. What is shown stays as it is; nothing is waited for any more.
    public mutating func iconGone() {
        hasIcon = false
        switch life {
        case .expecting: life = .expecting(until: standard == nil ? nil : Instant(microseconds: 0))
        case .hidden, .live, .leaving, .carrying, .failing, .gone: break
        }
    }

    /// What a drop would do now (HIG-04, HIG-13).
    public mutating func show(_ feedback: Feedback) {
        self.feedback = feedback
        if isLive { presentation?.show(feedback) }
    }

    /// A person is asked whether the content is to be dropped here, or not any more: the image has a question mark as its badge,
    /// whatever the style says of badges; where there is no image the mark stands alone (HIG-27). `place`: global.
    public mutating func setAsking(_ isAsking: Bool, at place: Point) {
        question = isAsking && !isGone ? place : nil
        if isLive { presentation?.setAsking(isAsking) }
    }

    /// So many items travel (HIG-06, HIG-08).
    /// - Parameter origins: where the middles of those that are new lie, where that is known; global.
    public mutating func setItemCount(_ count: Int, origins: [Point?] = [], time: Instant) {
        itemCount = max(count, 1)
        if isLive { presentation?.setItemCount(count, origins: origins, at: time) }
    }

    /// The items that are seen look like this now, the first in front (HIG-07, HIG-38).
    public mutating func setLooks(_ looks: [ItemLook], time: Instant) {
        self.looks = looks
        guard isLive else { return }
        presentation?.setLooks(looks)
        guard isStandIn, let image = standIn else { return }
        self.image = image
        let shown = shown(image)
        presentation?.replace(shown, at: time)
    }

    /// One more item than are seen comes from its place to the others (HIG-07). Global.
    public mutating func join(_ look: ItemLook, from place: Point, time: Instant) {
        if isLive { presentation?.join(look, from: place, at: time) }
    }

    /// While the content is over it, a target wants the image shown at this size; nil for its own (HIG-38).
    public mutating func setPreview(_ size: Size?) { preview.want(size) }

    /// The image's hotspot lay here, where the origin is now; nil while nothing of that can be seen (HIG-16). Global.
    public mutating func setHome(_ home: Point?, time: Instant) {
        guard home != self.home else { return }
        self.home = home
        switch life {
        case .live: if let home { presentation?.home = home }
        case .leaving: if let home { presentation?.home = home } else { presentation?.loseHome(at: time) }
        case .hidden, .expecting, .carrying, .failing, .gone: break
        }
    }

    /// The one possible target has these bounds, or there is none (HIG-15). Global.
    public mutating func setRing(_ bounds: Rectangle?) {
        guard bounds != ring else { return }
        ring = bounds
        if isLive { presentation?.highlight(bounds) }
    }

    /// The target that has the ring is about to be activated: the ring flashes twice, or the image where no ring is
    /// shown (HIG-19).
    public mutating func flash(at time: Instant) {
        if isLive { presentation?.flash(at: time) }
    }

    /// Nothing is about to be activated any more.
    public mutating func endFlash() { presentation?.endFlash() }

    /// Scale, appearance or a preference has changed.
    public mutating func setStyle(_ style: PresentationStyle) {
        guard style != self.style else { return }
        self.style = style
        switch life {
        case .live, .leaving, .carrying: presentation?.setStyle(style)
        case .hidden, .expecting, .failing, .gone: break
        }
    }

    /// The content was dropped, or the drag is over without: the image goes, wherever the drag's answer is (HIG-11, HIG-16).
    /// Without a way home what would fly back evaporates.
    /// - Parameter homes: where the middles of the items but the first lie now, where that is known; global.
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

    /// What was dropped is on its way, and this far; nil: nothing is any more. The ring appears here. Global.
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

    /// A drop that was taken has failed after all; the sign appears here. Global.
    public mutating func dropFailed(at place: Point, time: Instant) {
        let failure = DropFailure(at: place, start: time, motion: style.motion)
        switch life {
        case .hidden, .expecting, .leaving, .carrying: life = .failing(failure)
        case .live, .failing, .gone: break
        }
    }

    /// The drag is over for everybody: when what is seen has left, the show is.
    public mutating func over() {
        isOver = true
        switch life {
        case .hidden, .expecting: life = .leaving
        case .live, .leaving, .carrying, .failing, .gone: break
        }
    }

    /// Nobody is left to show it to: it is gone at once. A drag that is not over goes on unseen.
    public mutating func vanish() {
        forgetImage()
        question = nil
        life = .gone
        damage = LayerDamage.between(layers, [])
        layers = []
    }

    // MARK: What is seen

    /// How many pictures were drawn so far.
    public var redraws: Int { earlierRedraws + (presentation?.redraws ?? 0) }

    /// Whether the last frame was shown, and the owner can let go of the value.
    public var isGone: Bool {
        switch life {
        case .gone: true
        case .hidden, .expecting, .live, .leaving, .carrying, .failing: false
        }
    }

    /// When the next frame differs even if nothing happens: at this time, at once (0), or not at all.
    public func nextFrame(after time: Instant) -> Instant? {
        let now = Instant(microseconds: 0)
        switch life {
        case .hidden, .gone: return nil
        case .expecting(let deadline): return deadline
        case .live: return presentation?.isAnimating(at: time) ?? false ? now : preview.due
        case .leaving:
            // One more frame after the last, which clears the screen.
            return presentation.map { !$0.isFinished(at: time) } ?? false ? now : nil
        case .carrying(let progress):
            if presentation.map({ !$0.isFinished(at: time) }) ?? false { return now }
            return progress.nextChange(after: time, style.motion)
        case .failing: return now
        }
    }

    /// Brings ``layers`` and ``damage`` up to date for a moment on the compositor's clock.
    /// - Parameter pointer: where the pointer is, or was at the drop. Global.
    /// - Returns: whether anything has changed since the frame before.
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

    /// Whether the image follows the pointer, and shows what changes.
    private var isLive: Bool {
        switch life {
        case .live: true
        case .hidden, .expecting, .leaving, .carrying, .failing, .gone: false
        }
    }

    /// An image at the size that is wanted of it.
    private func shown(_ image: DragImage) -> DragImage { preview.shown.map(image.scaled) ?? image }

    /// What is shown without an icon: the first item, where something is known of it.
    private var standIn: DragImage? { standard.flatMap { looks.first?.image ?? DragImage($0) } }

    /// The question mark where nothing is seen that could have it.
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

    /// What time alone leads to.
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
