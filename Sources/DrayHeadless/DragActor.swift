// SPDX-License-Identifier: MIT

internal import Dray
internal import DrayCore
internal import DrayPresentation
internal import HeadlessDesktop

/// One drag's image in a headless compositor.
final class DragActor {
    let drag: DragID
    /// Nil for a standard image.
    private(set) var icon: DragIcon?
    let grab: ImplicitGrab?
    private(set) var feedback: Feedback?
    private(set) var presentation: DragPresentation?
    /// The highlighted surface.
    private weak var highlighted: Surface?

    private unowned let compositor: HeadlessCompositor
    private let style: DragStageStyle
    private let opacity: Double
    private let standard: StandardImage
    private let origin: Surface?
    /// Where the image came from, local to the origin surface.
    private let place: Point
    private var itemCount: Int
    /// What the client has drawn last.
    private var pictured: DragImage?
    private var phase = Phase.hidden

    private enum Phase: Equatable {
        /// The pointer has hardly moved (HIG-11).
        case hidden
        /// The image is due, and its client has not drawn it yet. Ends at the deadline.
        case expecting(at: Point, until: Instant)
        /// The image follows what the client draws.
        case live
        /// Dropped, or over: the image is as it was then, whatever the client does with its surface.
        case frozen
    }

    /// Clients make their icon when the drag has begun. One that does not draw it within a tenth of a second, which is
    /// when people begin to wait, gets a standard image.
    private static let iconDelay: UInt64 = 100_000

    init(
        _ drag: DragID, compositor: HeadlessCompositor, style: DragStageStyle, opacity: Double, icon: Surface?,
        origin: Surface?, grab: ImplicitGrab?, types: Representations, itemCount: Int
    ) {
        self.drag = drag
        self.compositor = compositor
        self.style = style
        self.opacity = opacity
        self.icon = icon.map(DragIcon.init)
        self.origin = origin
        self.grab = grab
        self.itemCount = itemCount
        standard = StandardImage(Array(types))
        place = (grab?.start ?? .zero) - (origin?.globalPosition ?? .zero)
    }

    /// What of the image is on the screen; empty before it appears.
    var layers: [DrayPresentation.Layer] { presentation?.layers ?? [] }
    /// Whether the pointer shows what a drop would do: while it drives the drag.
    var drivesPointer: Bool {
        switch grab?.device {
        case .pointer, .pen, nil: phase != .frozen
        case .touch: false
        }
    }

    // MARK: What happens

    func show(_ effect: PresentationEffect, itemCount: Int?) {
        switch effect {
        case .imageAppears(let point): appear(at: point)
        case .imageMoves(let point): move(to: point)
        case .feedback(let feedback):
            self.feedback = feedback
            presentation?.show(feedback)
            if let itemCount, phase != .frozen { setItemCount(itemCount) }
        case .imageEnds(let ending): end(ending)
        }
    }

    func highlight(_ surface: Surface?) {
        highlighted = surface
        updateHighlight()
    }

    /// The client has committed its icon.
    func iconChanged() {
        guard phase != .frozen, let icon else { return }
        switch icon.look() {
        case .none: break
        case .changed(let image):
            pictured = image
            presentation?.replace(image, at: compositor.clock.now)
            if case .expecting(let point, _) = phase { show(image, at: point) }
        case .emptied:
            guard let current = presentation?.image, let nothing = DragImage(emptyAs: current) else { return }
            pictured = nil
            presentation?.replace(nothing, at: compositor.clock.now)
        }
    }

    /// The seat is the clients' again: what they do with the icon from here on has no part in its end.
    func freeze() {
        phase = .frozen
        icon = nil
    }

    /// Brings the layers up to date.
    func update(at time: Instant) {
        switch phase {
        case .hidden, .frozen: break
        case .live: iconChanged()
        case .expecting(let point, let deadline):
            iconChanged()
            if phase == .expecting(at: point, until: deadline), time >= deadline {
                show(DragImage(standard), at: point)
            }
        }
        updateHome(at: time)
        updateHighlight()
        presentation?.frame(at: time)
    }

    // MARK: Details

    private func appear(at point: Point) {
        iconChanged()
        if let image = pictured {
            show(image, at: point)
        } else if icon?.surface.isAlive == true {
            phase = .expecting(at: point, until: compositor.clock.now.advanced(byMicroseconds: Self.iconDelay))
        } else {
            show(DragImage(standard), at: point)
        }
    }

    private func show(_ image: DragImage, at point: Point) {
        let home = grab?.start ?? point
        var presentation = DragPresentation(
            image: image, itemCount: itemCount, pointer: point, at: compositor.clock.now,
            style: presentationStyle(at: point))
        presentation.home = home
        if let feedback { presentation.show(feedback) }
        self.presentation = presentation
        phase = .live
        updateHighlight()
    }

    private func move(to point: Point) {
        if case .expecting(_, let deadline) = phase { phase = .expecting(at: point, until: deadline) }
        guard presentation != nil else { return }
        presentation?.move(to: point)
        let scale = self.scale(at: point)
        if presentation?.style.scale != scale { presentation?.setStyle(presentationStyle(at: point)) }
    }

    private func setItemCount(_ count: Int) {
        guard count != itemCount else { return }
        itemCount = count
        presentation?.setItemCount(count, at: compositor.clock.now)
    }

    private func end(_ ending: PresentationEffect.ImageEnding) {
        freeze()
        updateHome(at: compositor.clock.now)
        let isReturning: Bool =
            switch ending {
            case .flyBack: true
            case .land, .evaporate: false
            }
        presentation?.end(
            isReturning && home == nil ? .evaporate : DragEnding(ending), at: compositor.clock.now)
    }

    /// Where the image came from, in the global space; nil while nothing of that is to be seen.
    private var home: Point? {
        guard let origin, origin.isMapped, let corner = origin.globalPosition else { return nil }
        let home = corner + place
        return compositor.outputs.contains { $0.area.contains(home) } ? home : nil
    }

    private func updateHome(at time: Instant) {
        if let home {
            if presentation?.home != home { presentation?.home = home }
        } else {
            presentation?.loseHome(at: time)
        }
    }

    private func updateHighlight() {
        guard presentation != nil else { return }
        let bounds = highlighted.flatMap(ringBounds)
        if presentation?.highlight != bounds { presentation?.highlight(bounds) }
    }

    /// What the ring is drawn around: the window or popup that the surface is in, and of one that reaches to the edge of
    /// the screen as much as leaves room for the ring.
    private func ringBounds(of surface: Surface) -> LayerBounds? {
        guard style.highlight == .ring, let bounds = surface.windowBounds else { return nil }
        let room = compositor.output(at: bounds.center)?.area.inset(by: DragPresentation.highlightReach) ?? bounds
        let x = max(bounds.x, room.x)
        let y = max(bounds.y, room.y)
        return LayerBounds(
            x: x, y: y, width: min(bounds.maxX, room.maxX) - x, height: min(bounds.maxY, room.maxY) - y)
    }

    private func scale(at point: Point) -> Double { compositor.output(at: point)?.scale ?? 1 }

    private func presentationStyle(at point: Point) -> PresentationStyle {
        let badgePlace: BadgePlace =
            switch grab?.device {
            case .pointer, nil: .besidePointer
            case .touch, .pen: .aboveFinger
            }
        return PresentationStyle(
            appearance: style.appearance, scale: scale(at: point), opacity: style.opacity ?? opacity,
            motion: style.motion, badgePlace: badgePlace)
    }
}

extension DragImage {
    /// Nothing, in the place of an image: what is left of an icon whose client has taken its content away.
    fileprivate init?(emptyAs image: DragImage) {
        guard let pixels = Pixels(width: 1, height: 1) else { return nil }
        self.init(pixels: pixels, size: image.size, offset: Point.zero - image.hotspot)
    }
}

extension DragEnding {
    fileprivate init(_ ending: PresentationEffect.ImageEnding) {
        switch ending {
        case .land(let point): self = .land(at: point)
        case .flyBack: self = .flyBack
        case .evaporate: self = .evaporate
        }
    }
}

extension Rectangle {
    fileprivate func inset(by margin: Double) -> Rectangle {
        Rectangle(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
    }
}
