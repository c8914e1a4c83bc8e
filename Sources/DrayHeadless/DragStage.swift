// SPDX-License-Identifier: MIT

internal import Dray
public import DrayCore
public import DrayPresentation
internal import HeadlessDesktop

/// What is seen of the drags in a headless compositor: their images, from the lift until they have flown back.
///
/// The engine says what; this puts it on the screen. Each drag has its own image, so that one still flies back while the
/// next is under way.
public final class DragStage {
    /// Told of every frame of the compositor in which something has changed, before the clients' frame callbacks. What
    /// it shows can be captured from inside.
    public var onFrame: ((DragStageFrame) -> Void)?
    /// Frames in which something has changed, so far.
    public private(set) var changedFrames = 0

    private unowned let compositor: HeadlessCompositor
    private let engine: DragEngine
    private var drags: [DragID: ShownDrag] = [:]
    private var shapes: [SeatID: PointerShape] = [:]
    private let icons = IconKeeper()
    private let previews: PreviewKeeper
    /// Changed since the last frame.
    private var damage: [Rectangle] = []
    private var redraws = 0

    /// What is on the screen of one drag.
    private struct ShownDrag {
        /// Nil for none of the client's.
        var icon: DragIcon?
        /// Whether what the client does with its icon still counts.
        var isUnderWay = true
        var layers: [Layer] = []
    }

    init(compositor: HeadlessCompositor, engine: DragEngine) {
        self.compositor = compositor
        self.engine = engine
        previews = PreviewKeeper(engine)
        icons.stage = self
    }

    /// The image of a drag; nil while there is none.
    public func image(of drag: DragID) -> DragImage? { engine.image(of: drag) }

    /// What all images and badges together cover now, in the global space, without the ring around a target; empty while
    /// there are none.
    public var bounds: Rectangle {
        update()
        let places = drags.values.flatMap { $0.layers.filter { $0.role != .highlight }.map(\.bounds) }
        guard let first = places.first else { return .zero }
        return places.dropFirst().reduce(first) { $0.union($1) }.roundedOut()
    }

    /// What is shown now, the lowest first.
    public var parts: [DragStageFrame.Part] {
        update()
        return shownDrags.flatMap { id, drag in drag.layers.map { DragStageFrame.Part($0, of: id) } }
    }

    /// What the pointer of a seat looks like by what its drag would do; nil without a drag by pointer (HIG-14).
    public func pointerShape(of seat: SeatID) -> PointerShape? { shapes[seat] }

    // MARK: For the host

    /// Makes a surface an icon. False if it has another role.
    func adopt(_ icon: Surface) -> Bool {
        icon.assignRole(.dragIcon, to: icons)
    }

    /// Makes a surface the preview of an item. False if it has another role.
    func adoptPreview(_ preview: Surface) -> Bool {
        preview.assignRole(.itemPreview, to: previews)
    }

    func picture(of preview: Surface) -> DragImage? { previews.picture(of: preview) }

    func began(_ drag: DragID, icon: Surface?) {
        drags[drag] = ShownDrag(icon: icon.map(DragIcon.init))
        // What is on it already must not be lost if it is destroyed before the image appears.
        iconChanged(of: drag)
    }

    func show(_ frame: ShowFrame, of drag: DragID) {
        for changed in frame.damage { note(changed) }
        redraws += frame.redraws
        drags[drag]?.layers = frame.layers
        if frame.isLast { drags[drag] = nil }
    }

    func show(_ shape: PointerShape?, on seat: SeatID) { shapes[seat] = shape }

    /// The seat is the clients' again: what they do with the icon from here on has no part in its end.
    func released(_ drag: DragID) { drags[drag]?.isUnderWay = false }

    /// A frame is due.
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

    /// What is drawn above all windows now.
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

    /// Later drags lie above earlier ones.
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

    /// More places than this make one large one: whoever takes pictures without ever drawing a frame must not make the
    /// list grow.
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

/// Follows icon surfaces: clients attach with an offset, which adds up from the hotspot on (HIG-12).
private final class IconKeeper: SurfaceRoleHandler {
    weak var stage: DragStage?

    func surfaceCommitted(_ surface: Surface, offset: Point) { stage?.icon(surface, movedBy: offset) }
    func surfaceDestroyed(_ surface: Surface) {}
}
