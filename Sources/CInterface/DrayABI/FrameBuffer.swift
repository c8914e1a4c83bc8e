// SPDX-License-Identifier: MIT

internal import CDray
internal import Dray
internal import DrayCore
internal import DrayPresentation

/// The current frame of each drag in the header's structure. A host that draws later keeps the pointer, or requests it
/// again.
final class FrameBuffer {
    /// The frames, in the order in which their drags were first shown.
    private var shown: [CFrame] = []

    /// Calls `body` with a frame. It is valid until the next frame of the drag has been shown; the last frame is valid
    /// during the call.
    /// - Parameter isHeld: Whether the image still follows the pointer, rather than landing or flying back.
    func show(_ frame: ShowFrame, of drag: DragID, isHeld: Bool, _ body: (UnsafePointer<dray_frame>) -> Void) {
        let next = CFrame(frame, of: drag, isHeld: isHeld)
        var before: CFrame?
        switch (shown.firstIndex { $0.drag == drag }, frame.isLast) {
        case (let index?, true): before = shown.remove(at: index)
        case (let index?, false): (before, shown[index]) = (shown[index], next)
        case (nil, true): break
        case (nil, false): shown.append(next)
        }
        // The host may cause another frame inside the call while it still uses these.
        withExtendedLifetime((before, next)) { body(UnsafePointer(next.pointer)) }
    }

    /// Returns the frame of the drag at an index; nil after the last.
    /// - Parameter position: Returns the current pointer position of a drag; nil for one that was released.
    func frame(at index: Int, position: (DragID) -> Point?) -> UnsafePointer<dray_frame>? {
        guard shown.indices.contains(index) else { return nil }
        if let position = position(shown[index].drag) { shown[index].follow(position) }
        return UnsafePointer(shown[index].pointer)
    }
}

/// One frame at a fixed address.
private final class CFrame {
    let drag: DragID
    let pointer: UnsafeMutablePointer<dray_frame>
    private let layers: UnsafeMutableBufferPointer<dray_layer>
    private let damage: UnsafeMutableBufferPointer<dray_box>
    /// Retains the images, whose bytes never move or change.
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
        value.layer_size = MemoryLayout<dray_layer>.stride
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }

    /// Moves the layers that follow the pointer to its current position.
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
    /// Allocates a buffer, or none for a count of 0: memcheck reports an allocation of size 0 as an error.
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
