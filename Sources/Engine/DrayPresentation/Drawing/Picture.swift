// SPDX-License-Identifier: MIT

import DrayCore

/// A drawing, or the client's icon, and its position relative to a drag's hotspot.
struct Picture {
    let content: Layer.Content
    /// The offset from the hotspot to the drawing's top left corner, in points, without scale.
    let origin: Point
    /// The size of the drawing on the screen, in points, without scale.
    let size: Size

    init(_ content: Layer.Content, origin: Point, size: Size) {
        self.content = content
        self.origin = origin
        self.size = size
    }

    /// Creates a picture from pixels drawn for their scale, with the hotspot in device pixels from the top left corner.
    init(drawn pixels: Pixels, hotspotX: Double, hotspotY: Double) {
        let scale = pixels.scale
        self.init(
            .picture(pixels), origin: Point(x: -hotspotX / scale, y: -hotspotY / scale),
            size: Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale))
    }

    /// Creates a picture of the client's own surface; nil if the image has none.
    init?(iconOf image: DragImage) {
        guard let generation = image.generation else { return nil }
        self.init(.icon(generation: generation), origin: Point.zero - image.hotspot, size: image.size)
    }

    /// The pixels of the drawing; nil for the client's icon.
    var pixels: Pixels? {
        switch content {
        case .picture(let pixels): pixels
        case .icon: nil
        }
    }

    /// Returns the layer that shows the drawing in the state of a frame; `opacity` is the style's, for the whole image.
    ///
    /// At its own size a drawing is aligned to whole device pixels: hotspot and pointer are rounded separately, so that
    /// their pixels always coincide and the image does not jitter between two pixels (HIG-12).
    func layer(
        _ frame: FrameState, opacity: Double, deviceScale: Double, as role: Layer.Role = .image
    ) -> Layer {
        var bounds = Rectangle(
            x: frame.position.x + origin.x * frame.scale.x, y: frame.position.y + origin.y * frame.scale.y,
            width: size.width * frame.scale.x, height: size.height * frame.scale.y)
        if frame.scale == .one {
            bounds.x = Self.onPixels(frame.position.x, origin.x, deviceScale)
            bounds.y = Self.onPixels(frame.position.y, origin.y, deviceScale)
        }
        return Layer(content, bounds: bounds, opacity: min(max(frame.opacity * opacity, 0), 1), role: role)
    }

    private static func onPixels(_ position: Double, _ offset: Double, _ scale: Double) -> Double {
        ((position * scale).rounded() + (offset * scale).rounded()) / scale
    }
}
