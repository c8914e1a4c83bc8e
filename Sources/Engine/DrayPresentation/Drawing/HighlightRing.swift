// SPDX-License-Identifier: MIT

import DrayCore

/// The glowing ring around the current target (HIG-15).
///
/// It consists of four corners and four edges; the edges are one pixel thick and stretched. A ring around a window that
/// fills a screen thus needs no more memory than one around a button, and nothing is redrawn when a target moves or
/// changes size.
struct HighlightRing {
    private let parts: [Pixels]
    private let scale: Double
    /// The side of a corner, in device pixels.
    private let corner: Double

    /// The thickness of the ring, in points.
    static let thickness = 3.0
    /// The additional thickness in high contrast, in points. The glow shrinks by the same amount, so the outer size is
    /// unchanged.
    static let gain = 2.0
    /// The distance between the target's edge and the ring, in points, so that a border drawn by the target stays
    /// visible.
    static let gap = 1.0
    /// The extent of the glow beyond the ring, in points.
    static let glow = 9.0
    /// The radius of the ring's inner corners, in points.
    static let radius = 7.0

    /// Nil if there is no memory for it.
    init?(style: PresentationStyle) {
        let scale = style.scale
        let thickness = Canvas.pixels(Self.thickness(style.contrast), scale: scale)
        let glow = Canvas.pixels(Self.glow, scale: scale) + Canvas.pixels(Self.thickness, scale: scale) - thickness
        let radius = Canvas.pixels(Self.radius, scale: scale)
        // The glow curves around the corner; the edges begin where it is straight.
        let corner = 2 * glow + thickness + radius
        let side = Int(corner) * 2 + 1
        guard let canvas = Canvas(width: side, height: side, scale: scale) else { return nil }
        Self.paint(
            on: canvas, thickness: thickness, glow: glow, radius: radius, colour: style.palette.accent)
        let spans = [(0, Int(corner)), (Int(corner), 1), (Int(corner) + 1, Int(corner))]
        var parts: [Pixels] = []
        for (row, height) in spans {
            for (column, width) in spans where !(width == 1 && height == 1) {
                guard let part = canvas.target.part(x: column, y: row, width: width, height: height) else { return nil }
                parts.append(part)
            }
        }
        self.parts = parts
        self.scale = scale
        self.corner = corner
    }

    /// The distance from the target to the outer edge of the ring's line, in points; only its glow extends further.
    static func reach(_ contrast: Contrast) -> Double { gap + thickness(contrast) }

    private static func thickness(_ contrast: Contrast) -> Double {
        switch contrast {
        case .standard: thickness
        case .high: thickness + gain
        }
    }

    /// The number of layers in a ring.
    static let layerCount = 8

    /// Appends the ring's layers around a target in the global space.
    func append(around target: Rectangle, opacity: Double = 1, to layers: inout [Layer]) {
        let outset = ((Self.gap + Self.thickness + Self.glow) * scale).rounded()
        var left = (target.x * scale).rounded() - outset
        var top = (target.y * scale).rounded() - outset
        var right = (target.maxX * scale).rounded() + outset
        var bottom = (target.maxY * scale).rounded() + outset
        // Around a target smaller than the corners, the ring has its minimum size and is centred on the target.
        let missingWidth = max(2 * corner + 1 - (right - left), 0)
        left -= (missingWidth / 2).rounded(.down)
        right += (missingWidth / 2).rounded(.up)
        let missingHeight = max(2 * corner + 1 - (bottom - top), 0)
        top -= (missingHeight / 2).rounded(.down)
        bottom += (missingHeight / 2).rounded(.up)

        var index = 0
        for row in 0..<3 {
            let y = row == 0 ? top : row == 1 ? top + corner : bottom - corner
            let height = row == 1 ? bottom - top - 2 * corner : corner
            for column in 0..<3 where !(row == 1 && column == 1) {
                let x = column == 0 ? left : column == 1 ? left + corner : right - corner
                let width = column == 1 ? right - left - 2 * corner : corner
                let bounds = Rectangle(x: x / scale, y: y / scale, width: width / scale, height: height / scale)
                layers.append(Layer(pixels: parts[index], bounds: bounds, opacity: opacity, role: .highlight))
                index += 1
            }
        }
    }

    private static func paint(
        on canvas: borrowing Canvas, thickness: Double, glow: Double, radius: Double, colour: Colour
    ) {
        let side = Double(canvas.target.width)
        let outer = side - 2 * glow
        canvas.shadow(colour.with(alpha: 0.75), blur: glow * 0.62, drop: 0) { layer in
            layer.roundedRectangle(glow, glow, outer, outer, radius: radius + thickness)
        }
        // The inside of the ring is transparent, so that the target is unchanged.
        let inset = glow + thickness
        canvas.roundedRectangle(inset, inset, side - 2 * inset, side - 2 * inset, radius: radius)
        canvas.erase()
        let middle = glow + thickness / 2
        canvas.roundedRectangle(middle, middle, side - 2 * middle, side - 2 * middle, radius: radius + thickness / 2)
        canvas.stroke(colour, width: thickness)
    }
}
