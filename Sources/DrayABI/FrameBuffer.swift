// SPDX-License-Identifier: MIT

internal import CDray
internal import Dray
internal import DrayCore
internal import DrayPresentation

/// What is on the screen of each drag, as C reads it: a host that draws later keeps the pointer, or asks again.
final class FrameBuffer {
    /// In the order in which their drags were first shown.
    private var shown: [CFrame] = []

    /// Calls `body` with the frame, which is valid until the next one of the drag has been shown; the last one meanwhile.
    /// - Parameter isHeld: whether the pointer still holds the image; what lands or flies back follows it no longer.
    func show(_ frame: ShowFrame, of drag: DragID, isHeld: Bool, _ body: (UnsafePointer<dray_frame>) -> Void) {
        let next = CFrame(frame, of: drag, isHeld: isHeld)
        var before: CFrame?
        switch (shown.firstIndex { $0.drag == drag }, frame.isLast) {
        case (let index?, true): before = shown.remove(at: index)
        case (let index?, false): (before, shown[index]) = (shown[index], next)
        case (nil, true): break
        case (nil, false): shown.append(next)
        }
        // A host may lead to another frame from inside, and still looks at these.
        withExtendedLifetime((before, next)) { body(UnsafePointer(next.pointer)) }
    }

    /// The frame at a place in the order of drags; nil after the last.
    /// - Parameter position: where the hand holds a drag now.
    func frame(at index: Int, position: (DragID) -> Point?) -> UnsafePointer<dray_frame>? {
        guard shown.indices.contains(index) else { return nil }
        if let position = position(shown[index].drag) { shown[index].follow(position) }
        return UnsafePointer(shown[index].pointer)
    }
}

/// One frame in memory that does not move.
private final class CFrame {
    let drag: DragID
    let pointer: UnsafeMutablePointer<dray_frame>
    private let layers: UnsafeMutableBufferPointer<dray_layer>
    private let damage: UnsafeMutableBufferPointer<dray_box>
    /// Has the pictures, whose bytes never move or change.
    private let frame: ShowFrame

    init(_ frame: ShowFrame, of drag: DragID, isHeld: Bool) {
        self.drag = drag
        self.frame = frame
        layers = .memory(for: frame.layers.count)
        damage = .memory(for: frame.damage.count)
        _ = layers.initialize(from: frame.layers.lazy.map { dray_layer($0, isHeld: isHeld) })
        _ = damage.initialize(from: frame.damage.lazy.map { dray_box($0) })
        var value = dray_frame.empty
        value.layers = UnsafePointer(layers.baseAddress)
        value.layer_count = layers.count
        value.damage = UnsafePointer(damage.baseAddress)
        value.damage_count = damage.count
        (value.pointer_x, value.pointer_y) = (frame.pointer.x, frame.pointer.y)
        value.is_last = frame.isLast ? 1 : 0
        value.drag = drag.rawValue
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }

    /// The pointer is here now.
    func follow(_ position: Point) {
        let (right, down) = (position.x - pointer.pointee.pointer_x, position.y - pointer.pointee.pointer_y)
        (pointer.pointee.pointer_x, pointer.pointee.pointer_y) = (position.x, position.y)
        for index in layers.indices where layers[index].follows_pointer != 0 {
            layers[index].x += right
            layers[index].y += down
        }
    }

    deinit {
        layers.deallocate()
        damage.deallocate()
        pointer.deallocate()
    }
}

extension UnsafeMutableBufferPointer {
    /// None for nothing, which is not asked of the system: memcheck takes a size of 0 for a mistake.
    fileprivate static func memory(for count: Int) -> Self {
        count > 0 ? .allocate(capacity: count) : .init(start: nil, count: 0)
    }
}

extension dray_layer {
    fileprivate init(_ layer: Layer, isHeld: Bool) {
        self.init()
        switch layer.content {
        case .icon:
            kind = DRAY_LAYER_ICON
        case .picture(let pixels):
            kind = DRAY_LAYER_PICTURE
            picture = pixels.number
            self.pixels = pixels.withUnsafeBytes { $0.baseAddress }
            width = UInt32(pixels.width)
            height = UInt32(pixels.height)
            stride = UInt32(pixels.stride)
        }
        follows_pointer = isHeld && layer.followsPointer ? 1 : 0
        (x, y) = (layer.bounds.x, layer.bounds.y)
        (points_wide, points_high) = (layer.bounds.width, layer.bounds.height)
        opacity = layer.opacity
    }
}
