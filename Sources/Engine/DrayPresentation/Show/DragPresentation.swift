// SPDX-License-Identifier: MIT

public import DrayCore

/// The images of one drag, from its lift to the end of its last animation, as a ``DragShow`` presents them.
///
/// `frame(at:)` updates `layers`. One value represents one drag image; an image that still flies back and a new drag
/// are two independent values.
///
/// A picture is drawn only when its content changes: the feedback, the number of items, the client's icon, the scale or
/// the appearance. A motion only moves layers; it draws and allocates nothing (unless the host holds a copy of `layers`
/// from the previous frame).
public struct DragPresentation {
    /// The layers to show, the bottom one first. Updated by `frame(at:)`.
    public private(set) var layers: [Layer] = []
    /// The number of pictures drawn so far.
    public private(set) var redraws = 0
    /// The position of the image's hotspot at the start of the drag. The show updates it when the origin moves
    /// (HIG-16).
    public var home: Point

    public private(set) var style: PresentationStyle
    public private(set) var image: DragImage
    public private(set) var feedback: Feedback
    /// The number of dragged items, which determines the sheets of the flock (HIG-08). `feedback` has the number that a
    /// target accepts.
    public private(set) var itemCount: Int
    /// The bounds of the highlighted target, in the global space.
    public private(set) var highlight: Rectangle?

    private var pointer: Point
    /// The looks of the visible items, the front one first.
    private var looks: [ItemLook]
    /// An item that is moving under the visible ones.
    private var joiner: ItemLook?
    /// Whether the user is asked to confirm the drop (HIG-27).
    private var isAsking = false
    private var phase: Phase
    /// The lift or gather animation.
    private var arrival: Timeline?
    private var change: Change?
    private var flash: TimelineFlash?
    /// The opacity of the image in the current frame: that of the style, reduced during a flash.
    private var imageOpacity = 1.0
    private var pictures = PresentationPictures()
    private let store: PictureStore

    private enum Phase {
        /// The image follows the pointer.
        case following
        /// The drag is over, and the image is leaving the screen.
        case leaving(Timeline)
    }

    /// A change of the client's icon that is under way.
    private struct Change {
        let timeline: Timeline
        /// Nil for a surface that the host shows, if only its newest content is available; it grows or shrinks.
        let previous: Picture?
        /// The scale at which the previous picture was shown when the change began.
        let previousScale: TimelineScale
    }

    /// Begins with the lift (HIG-11). `pointer` is in the global space, and is also the home point.
    ///
    /// `origins` are the centres of the further items, the second item first, nil for an unknown position (HIG-08).
    public init(
        image: DragImage, itemCount: Int = 1, looks: [ItemLook] = [], origins: [Point?] = [], pointer: Point,
        at time: Instant,
        style: PresentationStyle = PresentationStyle(), store: PictureStore = PictureStore()
    ) {
        self.image = image
        self.store = store
        self.itemCount = max(itemCount, 1)
        self.looks = looks
        self.pointer = pointer
        self.home = pointer
        self.style = style
        feedback = Feedback(outcome: .undecided, itemCount: max(itemCount, 1))
        phase = .following
        arrival = Timeline(.lift, start: time, motion: style.motion)
        layers.reserveCapacity(Self.layerLimit)
        if self.itemCount > 1 { gather(after: 1, origins: origins, at: time) }
    }

    /// The distance from a highlighted target to the outer edge of the ring's line, in points. A host leaves this
    /// margin at the edge of a screen.
    public static func highlightReach(_ contrast: Contrast) -> Double { HighlightRing.reach(contrast) }

    // MARK: Events

    /// The pointer, finger or pen has moved to another point of the global space.
    public mutating func move(to pointer: Point) {
        self.pointer = pointer
    }

    /// The outcome of a drop has changed, or the number of items that a target accepts (HIG-04, HIG-09).
    public mutating func show(_ feedback: Feedback) {
        self.feedback = feedback
    }

    /// Sets whether the user is asked to confirm the drop: the badge is then a question mark, even if the style shows
    /// no badges (HIG-27).
    public mutating func setAsking(_ isAsking: Bool) { self.isAsking = isAsking }

    /// Highlights a target, or none (HIG-15). Flashes continue while the same target moves or scrolls. Has no effect
    /// after the end of the drag.
    public mutating func highlight(_ bounds: Rectangle?) {
        switch phase {
        case .following: highlight = bounds
        case .leaving: highlight = nil
        }
        if highlight == nil, style.showsRing { flash = nil }
    }

    /// Flashes the ring of the highlighted target twice, since it is about to be activated (HIG-19); if no ring is
    /// shown, the image. Has no effect if there is nothing to flash.
    public mutating func flash(at time: Instant) {
        guard highlight != nil || !style.showsRing, case .following = phase else { return }
        flash = TimelineFlash(start: time)
    }

    /// Ends the flash, since no target is about to be activated any more.
    public mutating func endFlash() { flash = nil }

    /// Updates the number of items. New sheets gather from `origins`, their centres in the global space, or from both
    /// sides of the pointer where those are unknown (HIG-07, HIG-08).
    public mutating func setItemCount(_ count: Int, origins: [Point?] = [], at time: Instant) {
        let before = itemCount
        itemCount = max(count, 1)
        guard itemCount != before else { return }
        if TimelineFlock.sheets(for: itemCount) != TimelineFlock.sheets(for: before) { pictures.stack = nil }
        if itemCount > before { gather(after: before, origins: origins, at: time) }
    }

    /// Updates the looks of the visible items, the front one first.
    public mutating func setLooks(_ looks: [ItemLook]) {
        self.looks = looks
        pictures.forgetSheets()
        if itemCount > 1 { pictures.stack = nil }
    }

    /// Moves one more item than are visible from its position, given by its centre in the global space, under the
    /// others (HIG-07).
    public mutating func join(_ look: ItemLook, from place: Point, at time: Instant) {
        let sheets = TimelineFlock.sheets(for: itemCount)
        guard case .following = phase, itemCount > sheets else { return }
        joiner = look
        pictures.sheetLooks[sheets] = nil
        let origins: [Point?] = Array(repeating: nil, count: sheets) + [hotspot(of: place)]
        arrival = Timeline(.gather(origins: origins), start: time, motion: style.motion)
    }

    /// Replaces the client's icon after it was redrawn or moved. With another size it cross-fades, with the same size
    /// it changes at once (HIG-12). Has no effect after the end of the drag: the last image is the one that leaves.
    public mutating func replace(_ image: DragImage, at time: Instant) {
        guard case .following = phase else { return }
        let before = self.image
        self.image = image
        pictures.forgetSheets()
        let picture = before.isSurface ? Picture(iconOf: before) : pictures.stack
        pictures.stack = nil
        guard before.size != image.size, picture != nil || image.isSurface else { return }
        let scale = stackFrame(at: time).scale
        let size = Size(width: before.size.width * scale.x, height: before.size.height * scale.y)
        let course = TimelineCourse.crossFade(previous: size, next: image.size)
        change = Change(
            timeline: Timeline(course, start: time, motion: style.motion),
            // If only one generation is available, it can change its size, but not fade.
            previous: before.generation != nil && before.generation == image.generation ? nil : picture,
            previousScale: scale)
    }

    /// Replaces the client's surface by these pixels, also while it leaves, since the host cannot show the surface any
    /// more.
    public mutating func supply(_ image: DragImage) {
        guard self.image.isSurface, !image.isSurface else { return }
        self.image = image
        pictures = PresentationPictures()
    }

    /// Updates the output scale, the appearance or a preference. Animations under way keep their motion.
    public mutating func setStyle(_ style: PresentationStyle) {
        guard style != self.style else { return }
        if style.scale != self.style.scale || style.appearance != self.style.appearance
            || style.contrast != self.style.contrast
        {
            pictures = PresentationPictures()
        }
        self.style = style
    }

    /// Ends the drag; the last state leaves as `ending` specifies. A second call has no effect.
    ///
    /// `homes` are the current centres of the further items, as in `setItemCount`, so that a flock that flies back
    /// separates (HIG-16).
    public mutating func end(_ ending: DragEnding, homes: [Point?] = [], at time: Instant) {
        guard case .following = phase else { return }
        highlight(nil)
        flash = nil
        var from = stackFrame(at: time)
        // The strongest of the layers determines the opacity: moving sheets, or the picture that was being replaced.
        from.opacity = max(from.opacity, arrivalFrame(of: .sheet(0), at: time)?.opacity ?? 0)
        if let change, change.previous != nil {
            from.opacity = max(from.opacity, changeFrame(change, of: .previous, at: time).opacity)
        }
        phase = .leaving(Timeline(course(of: ending, from: from, homes), start: time, motion: style.motion))
        arrival = nil
        joiner = nil
        change = nil
    }

    /// Handles the loss of the origin: an image that flies back evaporates in place (HIG-16). Has no effect on any
    /// other.
    public mutating func loseHome(at time: Instant) {
        guard case .leaving(let timeline) = phase, !timeline.isFinished(at: time) else { return }
        var frame = timeline.frame(of: .stack, at: time, anchors: anchors)
        switch timeline.course {
        case .flyBack: break
        // The first item represents all of them, which have separated.
        case .scatter:
            let first = timeline.frame(of: .sheet(0), at: time, anchors: anchors)
            frame.opacity = max(frame.opacity, first.opacity)
        case .lift, .gather, .evaporate, .land, .fanOut, .crossFade, .dropFailed: return
        }
        phase = .leaving(Timeline(.evaporate(from: frame), start: time, motion: timeline.motion))
    }

    // MARK: Output

    /// Whether the drag is over and nothing is left on the screen.
    public func isFinished(at time: Instant) -> Bool {
        switch phase {
        case .following: false
        case .leaving(let timeline): timeline.isFinished(at: time)
        }
    }

    /// Whether the next frame differs even without an event, so that one is due with the next refresh.
    public func isAnimating(at time: Instant) -> Bool {
        switch phase {
        case .following:
            arrival.map { !$0.isFinished(at: time) } ?? false
                || change.map { !$0.timeline.isFinished(at: time) } ?? false
                || flash.map { !$0.isFinished(at: time) } ?? false
        case .leaving(let timeline): !timeline.isFinished(at: time)
        }
    }

    /// Updates `layers` for a moment on the compositor's clock.
    public mutating func frame(at time: Instant) {
        forgetFinished(at: time)
        imageOpacity = style.imageOpacity * (style.showsRing ? 1 : flash?.opacity(at: time) ?? 1)
        layers.removeAll(keepingCapacity: true)
        appendHighlight(at: time)
        switch phase {
        case .following: appendFollowing(at: time)
        case .leaving(let timeline): appendLeaving(timeline, at: time)
        }
    }

    // MARK: Layers

    /// A ring, three sheets and one that joins them, two images that cross-fade, and a badge.
    private static let layerLimit = HighlightRing.layerCount + TimelineFlock.sheetLimit + 4

    private mutating func appendHighlight(at time: Instant) {
        guard style.showsRing, let highlight, !highlight.isEmpty else { return }
        let opacity = flash?.opacity(at: time) ?? 1
        store.ring(style, count: &redraws)?.append(around: highlight, opacity: opacity, to: &layers)
    }

    private mutating func appendFollowing(at time: Instant) {
        appendSheets(at: time) { $0.arrivalFrame(of: $1, at: time) }
        if let change {
            var frame = changeFrame(change, of: .previous, at: time)
            frame.scale.x *= change.previousScale.x
            frame.scale.y *= change.previousScale.y
            append(change.previous, frame, opacity: imageOpacity, as: .previous)
        }
        appendStack(stackFrame(at: time))
        let badgeFrame = arrivalFrame(of: .badge, at: time) ?? FrameState(position: pointer)
        appendBadge(badgeFrame)
    }

    private mutating func appendLeaving(_ timeline: Timeline, at time: Instant) {
        guard !timeline.isFinished(at: time) else { return }
        let anchors = TimelineAnchors(pointer: pointer, home: home)
        appendSheets(at: time) { _, layer in timeline.frame(of: layer, at: time, anchors: anchors) }
        appendStack(timeline.frame(of: .stack, at: time, anchors: anchors))
        appendBadge(timeline.frame(of: .badge, at: time, anchors: anchors))
    }

    /// Appends the sheets of a flock from the back to the front.
    private mutating func appendSheets(at time: Instant, frame: (DragPresentation, TimelineLayer) -> FrameState?) {
        guard itemCount > 1 else { return }
        let sheets = TimelineFlock.sheets(for: itemCount)
        for sheet in (0..<(joiner == nil ? sheets : sheets + 1)).reversed() {
            guard let state = frame(self, .sheet(sheet)), state.opacity > 0 else { continue }
            let look = sheet == sheets ? joiner ?? .unknown : looks.indices.contains(sheet) ? looks[sheet] : .unknown
            let picture = pictures.sheet(sheet, image, look, style, store, count: &redraws)
            append(picture, state, opacity: imageOpacity, as: .sheet(sheet))
            if sheet == 0 { appendIcon(state) }
        }
    }

    private mutating func appendStack(_ frame: FrameState) {
        guard frame.opacity > 0 else { return }
        append(
            pictures.stack(image, itemCount, looks, style, store, count: &redraws), frame, opacity: imageOpacity,
            as: .image)
        appendIcon(frame)
    }

    /// Appends the client's own surface, above the cards.
    private mutating func appendIcon(_ frame: FrameState) {
        guard image.isSurface else { return }
        append(Picture(iconOf: image), frame, opacity: imageOpacity, as: .image)
    }

    private mutating func appendBadge(_ frame: FrameState) {
        guard frame.opacity > 0, style.showsBadge || isAsking else { return }
        let badge = isAsking ? Badge(askingAbout: feedback) : Badge(feedback)
        guard let picture = store.badge(badge.withWholeSteps, style, count: &redraws) else { return }
        var frame = frame
        frame.position = frame.position + badgeOffset
        append(picture, frame, opacity: 1, as: .badge)
    }

    private mutating func append(_ picture: Picture?, _ frame: FrameState, opacity: Double, as role: Layer.Role) {
        guard let picture, frame.opacity > 0 else { return }
        layers.append(picture.layer(frame, opacity: opacity, deviceScale: style.scale, as: role))
    }

    /// The offset from the hotspot to the centre of the badge's first disc, in points.
    private var badgeOffset: Point {
        switch style.badgeSide {
        case .besidePointer:
            return Point(x: 20, y: 26)
        case .aboveFinger:
            // At the corner of the image, but neither under the finger nor far from it.
            let right = image.size.width - image.hotspot.x
            return Point(x: min(max(right, 28), 72), y: -min(max(image.hotspot.y, 32), 72))
        }
    }

    // MARK: Frames

    private var anchors: TimelineAnchors { TimelineAnchors(pointer: pointer, home: home) }

    private func stackFrame(at time: Instant) -> FrameState {
        var frame = arrivalFrame(of: .stack, at: time) ?? FrameState(position: pointer)
        if let change {
            let changing = changeFrame(change, of: .stack, at: time)
            frame.scale.x *= changing.scale.x
            frame.scale.y *= changing.scale.y
            // Without a previous picture it is fully opaque from the start.
            if change.previous != nil { frame.opacity *= changing.opacity }
        }
        return frame
    }

    private func arrivalFrame(of layer: TimelineLayer, at time: Instant) -> FrameState? {
        arrival?.frame(of: layer, at: time, anchors: anchors)
    }

    private func changeFrame(_ change: Change, of layer: TimelineLayer, at time: Instant) -> FrameState {
        change.timeline.frame(of: layer, at: time, anchors: anchors)
    }

    private func course(of ending: DragEnding, from: FrameState, _ homes: [Point?]) -> TimelineCourse {
        switch ending {
        case .flyBack:
            let further = homes.prefix(TimelineFlock.sheets(for: itemCount) - 1)
            guard further.contains(where: { $0 != nil }) else { return .flyBack(from: from) }
            // Items without a position move with the first.
            return .scatter(from: from, ways: [.zero] + further.map { $0.map { hotspot(of: $0) - home } ?? .zero })
        case .evaporate: return .evaporate(from: from)
        case .land(let drop):
            let sheets = TimelineFlock.sheets(for: itemCount)
            guard sheets > 1 else { return .land(from: from, drop: drop) }
            return .fanOut(from: from, places: TimelineFlock.fan(sheets, around: drop))
        }
    }

    /// Returns the position of the hotspot of a sheet with its centre at a point.
    private func hotspot(of middle: Point) -> Point {
        middle + image.hotspot - Point(x: image.size.width / 2, y: image.size.height / 2)
    }

    private mutating func gather(after before: Int, origins: [Point?], at time: Instant) {
        let sheets = TimelineFlock.sheets(for: itemCount)
        let known = TimelineFlock.sheets(for: before)
        guard sheets > known else { return }
        let fan = TimelineFlock.fan(sheets, around: pointer)
        let places: [Point?] = (0..<sheets).map { sheet in
            guard sheet >= known else { return nil }
            let index = sheet - known
            let origin = origins.indices.contains(index) ? origins[index] : nil
            return origin.map(hotspot) ?? fan[sheet]
        }
        arrival = Timeline(.gather(origins: places), start: time, motion: style.motion)
    }

    private mutating func forgetFinished(at time: Instant) {
        if let timeline = arrival, timeline.isFinished(at: time) {
            arrival = nil
            joiner = nil
            pictures.forgetSheets()
        }
        if let change, change.timeline.isFinished(at: time) { self.change = nil }
        if let flash, flash.isFinished(at: time) { self.flash = nil }
    }
}

extension DragImage {
    /// Whether the host shows the client's own surface.
    var isSurface: Bool { generation != nil }

    /// The generation of the client's surface; nil for pixels drawn or copied here.
    var generation: UInt64? {
        switch content {
        case .surface(let generation): generation
        case .client, .standard: nil
        }
    }

    /// Creates a transparent image of the same size, for an icon whose content the client has removed.
    init?(emptyAs image: DragImage) {
        guard let pixels = Pixels(width: 1, height: 1) else { return nil }
        self.init(pixels: pixels, size: image.size, offset: Point.zero - image.hotspot)
    }
}
