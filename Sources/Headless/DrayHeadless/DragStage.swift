// SPDX-License-Identifier: MIT

internal import Dray
public import DrayCore
public import DrayPresentation
internal import HeadlessDesktop

/// The drag images of a headless compositor, from the lift to the end of the fly-back animation.
///
/// The engine describes the images; this type displays them. Each drag has its own image, so that one can still fly
/// back while the next drag is active.
public final class DragStage {
    /// Called for every frame of the compositor with changes, before the clients' frame callbacks. The handler can take
    /// screenshots.
    public var onFrame: ((DragStageFrame) -> Void)?
    /// The number of frames with changes so far.
    public private(set) var changedFrames = 0

    private unowned let compositor: HeadlessCompositor
    private let engine: DragEngine
    private var drags: [DragID: ShownDrag] = [:]
    private var shapes: [SeatID: PointerShape] = [:]
    private let icons = IconKeeper()
    private let previews: PreviewKeeper
    /// The areas that have changed since the last frame.
    private var damage: [Rectangle] = []
    private var redraws = 0

    /// The displayed parts of one drag.
    private struct ShownDrag {
        /// The client's icon, or nil.
        var icon: DragIcon?
        /// Whether the client's changes of its icon still apply.
        var isUnderWay = true
        var layers: [Layer] = []
    }

    init(compositor: HeadlessCompositor, engine: DragEngine) {
        self.compositor = compositor
        self.engine = engine
        previews = PreviewKeeper(engine)
        icons.stage = self
    }

    /// The image of a drag, or nil.
    public func image(of drag: DragID) -> DragImage? { engine.image(of: drag) }

    /// The bounding box of all images and badges in global coordinates, without the ring around a target; empty if
    /// there are none.
    public var bounds: Rectangle {
        update()
        let places = drags.values.flatMap { $0.layers.filter { $0.role != .highlight }.map(\.bounds) }
        guard let first = places.first else { return .zero }
        return places.dropFirst().reduce(first) { $0.union($1) }.roundedOut()
    }

    /// The displayed parts, from bottom to top.
    public var parts: [DragStageFrame.Part] {
        update()
        return shownDrags.flatMap { id, drag in drag.layers.map { DragStageFrame.Part($0, of: id) } }
    }

    /// The shape of a seat's pointer for the drag's current outcome; nil without a drag by pointer (HIG-14).
    public func pointerShape(of seat: SeatID) -> PointerShape? { shapes[seat] }

    // MARK: For the host

    /// Gives a surface the role of a drag icon. Returns false if it has another role.
    func adopt(_ icon: Surface) -> Bool {
        icon.assignRole(.dragIcon, to: icons)
    }

    /// Gives a surface the role of an item's preview. Returns false if it has another role.
    func adoptPreview(_ preview: Surface) -> Bool {
        preview.assignRole(.itemPreview, to: previews)
    }

    func picture(of preview: Surface) -> DragImage? { previews.picture(of: preview) }

    func began(_ drag: DragID, icon: Surface?) {
        drags[drag] = ShownDrag(icon: icon.map(DragIcon.init))
        // The current content is retained even if the surface is destroyed before the image appears.
        iconChanged(of: drag)
    }

    func show(_ frame: ShowFrame, of drag: DragID) {
        for changed in frame.damage { note(changed) }
        redraws += frame.redraws
        drags[drag]?.layers = frame.layers
        if frame.isLast { drags[drag] = nil }
    }

    func show(_ shape: PointerShape?, on seat: SeatID) { shapes[seat] = shape }

    /// Called when the seat's grab has ended. Later changes of the icon do not affect the drag's final animation.
    func released(_ drag: DragID) { drags[drag]?.isUnderWay = false }

    /// Updates the images for a frame.
    func frame(at time: Instant) {
        update()
        guard !damage.isEmpty else { return }
        let (changed, redraws) = (damage, redraws)
        damage = []
        self.redraws = 0
        changedFrames += 1
        compositor.layersChanged()
        onFrame?(DragStageFrame(time: time, parts: parts, damage: changed, redraws: redraws))
    }

    /// The layers above all windows.
    func layers() -> [Overlay] {
        update()
        return shownDrags.flatMap { _, drag in drag.layers.compactMap { layer($0, of: drag) } }
    }

    fileprivate func icon(_ surface: Surface, movedBy offset: Point) {
        for (id, drag) in drags where drag.isUnderWay && drag.icon?.surface === surface {
            drag.icon?.add(offset: offset)
            iconChanged(of: id)
        }
    }

    // MARK: Details

    /// The drags in stacking order, later ones on top.
    private var shownDrags: [(id: DragID, drag: ShownDrag)] {
        drags.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
    }

    private func update() {
        for (id, drag) in drags where drag.isUnderWay { iconChanged(of: id) }
        engine.frame(at: compositor.clock.now)
    }

    private func iconChanged(of id: DragID) {
        guard let icon = drags[id]?.icon else { return }
        switch icon.look() {
        case .none: break
        case .changed(let image): engine.iconChanged(image, of: id)
        case .emptied: engine.iconChanged(nil, of: id)
        }
    }

    /// The maximum number of damage rectangles. Beyond it they are merged, so that the list stays bounded if no frame
    /// is ever drawn.
    private static let damageLimit = 64

    private func note(_ changed: Rectangle) {
        damage.append(changed)
        guard damage.count > Self.damageLimit else { return }
        damage = [damage.reduce(changed) { $0.union($1) }]
    }

    private func layer(_ layer: Layer, of drag: ShownDrag) -> Overlay? {
        let bounds = layer.bounds
        let draw: (OpaquePointer) -> Void
        switch layer.content {
        case .picture(let pixels):
            draw = { pixels.draw(with: $0, width: bounds.width, height: bounds.height) }
        case .icon(let generation):
            guard let content = drag.icon?.content(of: generation) else { return nil }
            draw = { content.draw(with: $0, width: bounds.width, height: bounds.height) }
        }
        return Overlay(.drawing(draw), at: Point(x: bounds.x, y: bounds.y), opacity: layer.opacity)
    }
}

/// Tracks the offsets of icon surfaces, which accumulate from the hotspot (HIG-12).
private final class IconKeeper: SurfaceRoleHandler {
    weak var stage: DragStage?

    func surfaceCommitted(_ surface: Surface, offset: Point) { stage?.icon(surface, movedBy: offset) }
    func surfaceDestroyed(_ surface: Surface) {}
}
