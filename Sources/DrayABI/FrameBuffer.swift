// SPDX-License-Identifier: MIT

internal import CDray
internal import Dray
internal import DrayCore
internal import DrayPresentation

/// A frame as C reads it, in memory that is used again and again.
final class FrameBuffer {
    private var layers: [dray_layer] = []
    private var damage: [dray_box] = []

    /// Calls `body` with the frame, which is valid meanwhile.
    /// - Parameter isHeld: whether the pointer still holds the image; what lands or flies back follows it no longer.
    func withFrame(_ frame: ShowFrame, isHeld: Bool, _ body: (UnsafePointer<dray_frame>) -> Void) {
        // Taken out, since a host may lead to another frame from inside.
        var (layers, damage) = (self.layers, self.damage)
        (self.layers, self.damage) = ([], [])
        layers.removeAll(keepingCapacity: true)
        damage.removeAll(keepingCapacity: true)
        for layer in frame.layers { layers.append(dray_layer(layer, isHeld: isHeld)) }
        for bounds in frame.damage { damage.append(dray_box(bounds)) }
        layers.withUnsafeBufferPointer { layers in
            damage.withUnsafeBufferPointer { damage in
                var value = dray_frame.empty
                value.layers = layers.baseAddress
                value.layer_count = layers.count
                value.damage = damage.baseAddress
                value.damage_count = damage.count
                (value.pointer_x, value.pointer_y) = (frame.pointer.x, frame.pointer.y)
                value.is_last = frame.isLast ? 1 : 0
                // The pictures live as long as the frame.
                withExtendedLifetime(frame) { body(&value) }
            }
        }
        (self.layers, self.damage) = (layers, damage)
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
            // The bytes of a picture never move or change.
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
