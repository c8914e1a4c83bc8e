// SPDX-License-Identifier: MIT

public import Dray
public import DrayCore
public import DrayPresentation
public import HeadlessDesktop

/// What is seen of the drags in a headless compositor: their images, from the lift until they have flown back.
///
/// Each drag has its own image, so that one still flies back while the next is under way.
public final class DragStage {
    /// Told of every frame of the compositor in which something has changed, before the clients' frame callbacks. What
    /// it shows can be captured from inside.
    public var onFrame: ((DragStageFrame) -> Void)?
    /// Frames in which something has changed, so far.
    public private(set) var changedFrames = 0

    private unowned let compositor: HeadlessCompositor
    private let style: DragStageStyle
    private var actors: [DragID: DragActor] = [:]
    /// The drag under way on a seat, until its drop.
    private var current: [SeatID: DragID] = [:]
    private let icons = IconKeeper()
    /// Changed since the last frame.
    private var damage: [Rectangle] = []
    private var reportedRedraws: [DragID: Int] = [:]

    init(compositor: HeadlessCompositor, style: DragStageStyle) {
        self.compositor = compositor
        self.style = style
        icons.stage = self
    }

    /// The image of a drag, for pictures of it alone; nil while there is none to be seen.
    public func image(of drag: DragID) -> DragImage? { actors[drag]?.presentation?.image }

    /// What all images and badges together cover now, in the global space, without the ring around a target; empty while
    /// there are none.
    public var bounds: Rectangle {
        update()
        let places = actors.values.flatMap { $0.layers.filter { $0.role != .highlight }.map(\.bounds) }
        guard let first = places.first else { return .zero }
        return Rectangle(places.dropFirst().reduce(first) { $0.union($1) }.roundedOut())
    }

    /// What is shown now, the lowest first.
    public var parts: [DragStageFrame.Part] {
        update()
        return sortedActors.flatMap { actor in
            actor.layers.map { DragStageFrame.Part($0, of: actor.drag) }
        }
    }

    /// What the pointer of a seat looks like by what its drag would do; nil without a drag by pointer (HIG-14).
    public func pointerShape(of seat: SeatID) -> PointerShape? {
        guard let actor = current[seat].flatMap({ actors[$0] }), actor.drivesPointer else { return nil }
        return actor.feedback.map { PointerShape($0) } ?? .holding
    }

    // MARK: For the host

    /// Makes a surface an icon. False if it has another role.
    func adopt(_ icon: Surface) -> Bool {
        icon.assignRole(.dragIcon, to: icons)
    }

    func begin(_ actor: DragActor, on seat: SeatID) {
        actors[actor.drag] = actor
        current[seat] = actor.drag
        // What is on it already must not be lost if it is destroyed before the image appears.
        actor.iconChanged()
    }

    func makeActor(
        _ drag: DragID, origin: Surface?, icon: Surface?, _ grab: ImplicitGrab?, of drags: DragSeat, opacity: Double
    ) -> DragActor {
        DragActor(
            drag, compositor: compositor, style: style, opacity: opacity, icon: icon, origin: origin, grab: grab,
            types: drags.types, itemCount: drags.itemCount ?? 1)
    }

    /// - Parameter itemCount: how many items travel; nil where the drag is not under way any more.
    func show(_ effect: PresentationEffect, of drag: DragID, itemCount: Int?) {
        actors[drag]?.show(effect, itemCount: itemCount)
    }

    func highlight(_ surface: Surface?, on seat: SeatID) {
        if let drag = current[seat] { actors[drag]?.highlight(surface) }
    }

    /// The content was dropped, or the drag is over: the seat is the clients' again.
    func release(_ drag: DragID, on seat: SeatID) {
        actors[drag]?.freeze()
        if current[seat] == drag { current[seat] = nil }
    }

    /// The drag is over; its image stays until its last animation has ended.
    func end(_ drag: DragID) {
        if actors[drag]?.presentation == nil { actors[drag] = nil }
    }

    /// A frame is due.
    func frame(at time: Instant) {
        update()
        report(at: time)
        for actor in actors.values where actor.presentation?.isFinished(at: time) == true {
            actors[actor.drag] = nil
            reportedRedraws[actor.drag] = nil
        }
    }

    /// What is drawn above all windows now.
    func layers() -> [HeadlessDesktop.Layer] {
        update()
        return sortedActors.flatMap { $0.layers.map(HeadlessDesktop.Layer.init) }
    }

    fileprivate func icon(_ surface: Surface, movedBy offset: Point) {
        for actor in actors.values where actor.icon?.surface === surface {
            actor.icon?.add(offset: offset)
            actor.iconChanged()
        }
    }

    // MARK: Details

    /// Later drags lie above earlier ones.
    private var sortedActors: [DragActor] { actors.values.sorted { $0.drag.rawValue < $1.drag.rawValue } }

    private func update() {
        for actor in actors.values {
            actor.update(at: compositor.clock.now)
            for bounds in actor.presentation?.damage ?? [] { note(Rectangle(bounds)) }
        }
    }

    /// More places than this make one large one: whoever takes pictures without ever drawing a frame must not make the
    /// list grow.
    private static let damageLimit = 64

    private func note(_ changed: Rectangle) {
        damage.append(changed)
        guard damage.count > Self.damageLimit else { return }
        damage = [damage.reduce(changed) { $0.union($1) }]
    }

    private func report(at time: Instant) {
        guard !damage.isEmpty else { return }
        let changed = damage
        damage = []
        changedFrames += 1
        compositor.layersChanged()
        var redraws = 0
        for actor in actors.values {
            let drawn = actor.presentation?.redraws ?? 0
            redraws += drawn - (reportedRedraws.updateValue(drawn, forKey: actor.drag) ?? 0)
        }
        onFrame?(DragStageFrame(time: time, parts: parts, damage: changed, redraws: redraws))
    }
}

/// Follows icon surfaces: clients attach with an offset, which adds up from the hotspot on (HIG-12).
private final class IconKeeper: SurfaceRoleHandler {
    weak var stage: DragStage?

    func surfaceCommitted(_ surface: Surface, offset: Point) { stage?.icon(surface, movedBy: offset) }
    func surfaceDestroyed(_ surface: Surface) {}
}

extension HeadlessDesktop.Layer {
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
