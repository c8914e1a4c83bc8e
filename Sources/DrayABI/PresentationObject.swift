// SPDX-License-Identifier: MIT

internal import CDray
internal import DrayCore
internal import DrayPresentation

/// Behind a `struct dray_presentation *`: a presentation, with the arrays of its last frame as C reads them.
final class PresentationObject: HandleObject {
    static var kind: HandleKind { .presentation }

    var presentation: DragPresentation

    /// The pictures of the last frame, kept because C reads their bytes until the next one, each with its number.
    private var shown: [(pixels: Pixels, number: UInt64)] = []
    private var before: [(pixels: Pixels, number: UInt64)] = []
    private var lastNumber: UInt64 = 0
    private var layers = UnsafeMutableBufferPointer<dray_layer>.allocate(capacity: 32)
    private var damage = UnsafeMutableBufferPointer<dray_box>.allocate(capacity: 64)

    init(_ presentation: DragPresentation) {
        self.presentation = presentation
    }

    deinit {
        layers.deallocate()
        damage.deallocate()
    }

    func log(_ blame: dray_blame, _ text: String) { writeLog(blame, text) }

    /// What to show at a moment.
    func frame(at time: Instant) -> dray_frame {
        presentation.frame(at: time)
        var frame = dray_frame.empty
        frame.layer_count = fillLayers()
        frame.layers = UnsafePointer(layers.baseAddress)
        frame.damage_count = fillDamage()
        frame.damage = UnsafePointer(damage.baseAddress)
        frame.is_animating = presentation.isAnimating(at: time) ? 1 : 0
        frame.is_finished = presentation.isFinished(at: time) ? 1 : 0
        return frame
    }

    private func fillLayers() -> Int {
        swap(&shown, &before)
        shown.removeAll(keepingCapacity: true)
        let count = presentation.layers.count
        if count > layers.count {
            layers.deallocate()
            layers = .allocate(capacity: count)
        }
        for index in 0..<count {
            let layer = presentation.layers[index]
            let number = number(of: layer.pixels)
            shown.append((layer.pixels, number))
            layers.initializeElement(at: index, to: dray_layer(layer, number: number))
        }
        return count
    }

    private func fillDamage() -> Int {
        let count = presentation.damage.count
        if count > damage.count {
            damage.deallocate()
            damage = .allocate(capacity: count)
        }
        for index in 0..<count {
            let box = presentation.damage[index]
            damage.initializeElement(at: index, to: dray_box(x: box.x, y: box.y, width: box.width, height: box.height))
        }
        return count
    }

    /// The picture's number from the frame before, or in this frame, or a new one. An address would not do: that of a
    /// picture which is gone may be that of the next.
    private func number(of pixels: Pixels) -> UInt64 {
        if let known = before.first(where: { $0.pixels === pixels }) { return known.number }
        if let known = shown.first(where: { $0.pixels === pixels }) { return known.number }
        lastNumber += 1
        return lastNumber
    }
}

extension dray_layer {
    fileprivate init(_ layer: Layer, number: UInt64) {
        self.init()
        picture = number
        // The bytes of a picture never move or change; the object keeps the picture until the next frame.
        pixels = layer.pixels.withUnsafeBytes { $0.baseAddress }
        width = UInt32(layer.pixels.width)
        height = UInt32(layer.pixels.height)
        stride = UInt32(layer.pixels.stride)
        follows_pointer = layer.role == .highlight ? 0 : 1
        (x, y) = (layer.bounds.x, layer.bounds.y)
        (points_wide, points_high) = (layer.bounds.width, layer.bounds.height)
        opacity = layer.opacity
    }
}
