// SPDX-License-Identifier: MIT

internal import CCairo
public import Dray
public import DrayCore
public import DrayPresentation

/// How the drags of a headless compositor look.
public struct DragStageStyle: Equatable, Sendable {
    public var appearance: Appearance
    public var motion: TimelineMotion
    /// The opacity of drag images, from 0 to 1.
    public var opacity: Double

    public init(
        appearance: Appearance = .light, motion: TimelineMotion = .full,
        opacity: Double = DragPolicy.standardImageOpacity
    ) {
        self.appearance = appearance
        self.motion = motion
        self.opacity = opacity
    }
}

/// What is seen of the drags in a headless compositor: their images, from the lift until they have flown back.
public final class DragStage {
    private unowned let compositor: HeadlessCompositor
    private let style: DragStageStyle
    private var actors: [DragID: Actor] = [:]
    private let icons = IconKeeper()

    /// One drag's image. A class, so that a motion changes it in place and copies nothing.
    private final class Actor {
        /// What the client draws the image with; nil for a standard image.
        let icon: Surface?
        let origin: Surface?
        /// Where the image came from, local to the origin surface.
        let home: Point
        let badgePlace: BadgePlace
        var feedback: Feedback?
        /// Nil until the image appears (HIG-11).
        var presentation: DragPresentation?

        init(icon: Surface?, origin: Surface?, home: Point, badgePlace: BadgePlace) {
            self.icon = icon
            self.origin = origin
            self.home = home
            self.badgePlace = badgePlace
        }
    }

    init(compositor: HeadlessCompositor, style: DragStageStyle) {
        self.compositor = compositor
        self.style = style
        icons.stage = self
    }

    /// The image of a drag, for pictures of it alone; nil while there is none to be seen.
    public func image(of drag: DragID) -> DragImage? { actors[drag]?.presentation?.image }

    /// What all images and badges together cover now, in the global space; empty while there are none.
    public var bounds: Rectangle {
        let places = actors.values.flatMap { $0.presentation?.layers.map(\.bounds) ?? [] }
        guard let first = places.first else { return .zero }
        let all = places.dropFirst().reduce(first) { $0.union($1) }.roundedOut()
        return Rectangle(x: all.x, y: all.y, width: all.width, height: all.height)
    }

    /// Makes a surface an icon. False if it has another role.
    func adopt(_ icon: Surface) -> Bool {
        icon.assignRole(.dragIcon, to: icons)
    }

    func begin(_ drag: DragID, origin: Surface?, icon: Surface?, _ grab: ImplicitGrab?) {
        let corner = origin?.globalPosition ?? .zero
        let place: BadgePlace =
            switch grab?.device {
            case .pointer, nil: .besidePointer
            case .touch, .pen: .aboveFinger
            }
        if let icon { icons.offsets[icon.id] = .zero }
        actors[drag] = Actor(
            icon: icon, origin: origin, home: (grab?.start ?? .zero) - corner, badgePlace: place)
    }

    func show(_ effect: PresentationEffect, of drag: DragID) {
        guard let actor = actors[drag] else { return }
        let now = compositor.clock.now
        switch effect {
        case .imageAppears(let point):
            var presentation = DragPresentation(
                image: image(of: actor), itemCount: actor.feedback?.itemCount ?? 1, pointer: point, at: now,
                style: presentationStyle(actor, at: point))
            if let feedback = actor.feedback { presentation.show(feedback) }
            actor.presentation = presentation
        case .imageMoves(let point):
            actor.presentation?.move(to: point)
        case .feedback(let feedback):
            actor.feedback = feedback
            actor.presentation?.show(feedback)
        case .imageEnds(let ending):
            actor.presentation?.home = actor.origin?.globalPosition.map { $0 + actor.home } ?? actor.home
            actor.presentation?.end(DragEnding(ending), at: now)
        }
    }

    /// The drag is over; its image stays until its last animation has ended.
    func end(_ drag: DragID) {
        if actors[drag]?.presentation == nil { actors[drag] = nil }
    }

    func highlight(_ surface: Surface?) {
        let bounds = surface?.window?.geometry
        for drag in actors.keys {
            actors[drag]?.presentation?.highlight(
                bounds.map { LayerBounds(x: $0.x, y: $0.y, width: $0.width, height: $0.height) })
        }
    }

    func forgetFinished(at time: Instant) {
        actors = actors.filter { $0.value.presentation?.isFinished(at: time) != true }
    }

    /// What is drawn above all windows now.
    func layers() -> [Layer] {
        var layers: [Layer] = []
        for drag in actors.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard var presentation = actors[drag]?.presentation else { continue }
            if let actor = actors[drag], let corner = actor.origin?.globalPosition {
                presentation.home = corner + actor.home
            }
            presentation.frame(at: compositor.clock.now)
            layers += presentation.layers.map(Layer.init)
            actors[drag]?.presentation = presentation
        }
        return layers
    }

    fileprivate func iconChanged(_ icon: Surface) {
        for (drag, actor) in actors where actor.icon == icon && actor.presentation != nil {
            actors[drag]?.presentation?.replace(image(of: actor), at: compositor.clock.now)
        }
    }

    private func image(of actor: Actor) -> DragImage {
        if let icon = actor.icon, let image = DragImage(icon, offset: icons.offsets[icon.id] ?? .zero) { return image }
        return DragImage(StandardImage([]))
    }

    private func presentationStyle(_ actor: Actor, at point: Point) -> PresentationStyle {
        PresentationStyle(
            appearance: style.appearance, scale: Double(compositor.output(at: point)?.scale ?? 1),
            opacity: style.opacity, motion: style.motion, badgePlace: actor.badgePlace)
    }
}

/// Follows icon surfaces: clients attach with an offset, which adds up from the hotspot on (HIG-12).
private final class IconKeeper: SurfaceRoleHandler {
    weak var stage: DragStage?
    var offsets: [SurfaceID: Point] = [:]

    func surfaceCommitted(_ surface: Surface, offset: Point) {
        offsets[surface.id, default: .zero] = offsets[surface.id, default: .zero] + offset
        stage?.iconChanged(surface)
    }

    func surfaceDestroyed(_ surface: Surface) {
        offsets[surface.id] = nil
    }
}

extension DragEnding {
    init(_ ending: PresentationEffect.ImageEnding) {
        switch ending {
        case .land(let point): self = .land(at: point)
        case .flyBack: self = .flyBack
        case .evaporate: self = .evaporate
        }
    }
}

extension Layer {
    /// A picture of the presentation, stretched to its bounds.
    fileprivate init(_ layer: DrayPresentation.Layer) {
        let bounds = layer.bounds
        let pixels = layer.pixels
        self.init(
            .drawing { context in
                pixels.draw(with: context, width: bounds.width, height: bounds.height)
            }, at: Point(x: bounds.x, y: bounds.y), opacity: layer.opacity)
    }
}
