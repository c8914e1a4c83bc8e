// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer

/// The rules for a popup's position, set by `xdg_positioner`.
struct Positioner {
    var size = Size.zero
    /// In the coordinates of the parent's window geometry; nil until it is set.
    var anchorRectangle: Rectangle?
    var anchor = XdgPositioner.Anchor.none
    var gravity = XdgPositioner.Gravity.none
    var adjustment = XdgPositioner.ConstraintAdjustment.none
    var offset = Point.zero
    /// Whether the popup is repositioned when its parent moves.
    var isReactive = false

    var isComplete: Bool { !size.isEmpty && anchorRectangle != nil }

    /// Returns the popup's rectangle.
    /// - Parameter bounds: the area that the popup must not leave. Like the result, in the coordinates of the parent's
    ///   window geometry.
    func place(in bounds: Rectangle) -> Rectangle {
        let rectangle = anchorRectangle ?? .zero
        let horizontal = Axis(
            anchorStart: rectangle.x, anchorLength: rectangle.width, anchorSide: anchor.sides.x,
            gravity: gravity.sides.x, offset: offset.x, length: size.width
        ).place(
            from: bounds.x, to: bounds.maxX, flip: adjustment.contains(.flipX), slide: adjustment.contains(.slideX),
            resize: adjustment.contains(.resizeX))
        let vertical = Axis(
            anchorStart: rectangle.y, anchorLength: rectangle.height, anchorSide: anchor.sides.y,
            gravity: gravity.sides.y, offset: offset.y, length: size.height
        ).place(
            from: bounds.y, to: bounds.maxY, flip: adjustment.contains(.flipY), slide: adjustment.contains(.slideY),
            resize: adjustment.contains(.resizeY))
        return Rectangle(
            x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length)
    }

    /// The rules for one axis. The axes are independent.
    private struct Axis {
        var anchorStart: Double
        var anchorLength: Double
        /// -1 for the left or upper side of the anchor rectangle, 1 for the other, 0 for the middle.
        var anchorSide: Double
        /// -1 if the popup extends to the left of the anchor point or above it, 1 for the other side, 0 for both.
        var gravity: Double
        var offset: Double
        var length: Double

        typealias Span = (start: Double, length: Double)

        /// Tries to flip, then to slide, then to resize, as the protocol requires.
        func place(from low: Double, to high: Double, flip: Bool, slide: Bool, resize: Bool) -> Span {
            func fits(_ start: Double) -> Bool { start >= low && start + length <= high }
            var start = start(anchorSide, gravity)
            if fits(start) { return (start, length) }
            if flip {
                let flipped = self.start(-anchorSide, -gravity)
                if fits(flipped) { return (flipped, length) }
            }
            if slide {
                if length > high - low {
                    // If the popup does not fit, the end at the anchor stays visible.
                    start = gravity < 0 ? high - length : low
                } else {
                    start = min(max(start, low), high - length)
                }
            }
            guard resize, !fits(start) else { return (start, length) }
            let cut = (start: max(start, low), end: min(start + length, high))
            // A popup that is completely outside is not resized.
            return cut.end - cut.start >= 1 ? (cut.start, cut.end - cut.start) : (start, length)
        }

        private func start(_ side: Double, _ gravity: Double) -> Double {
            let anchor = anchorStart + anchorLength * (side + 1) / 2
            return (anchor + offset - length * (1 - gravity) / 2).rounded(.down)
        }
    }
}

extension XdgPositioner.Anchor {
    fileprivate var sides: (x: Double, y: Double) {
        switch self {
        case .none: (0, 0)
        case .top: (0, -1)
        case .bottom: (0, 1)
        case .left: (-1, 0)
        case .right: (1, 0)
        case .topLeft: (-1, -1)
        case .bottomLeft: (-1, 1)
        case .topRight: (1, -1)
        case .bottomRight: (1, 1)
        }
    }
}

extension XdgPositioner.Gravity {
    fileprivate var sides: (x: Double, y: Double) {
        switch self {
        case .none: (0, 0)
        case .top: (0, -1)
        case .bottom: (0, 1)
        case .left: (-1, 0)
        case .right: (1, 0)
        case .topLeft: (-1, -1)
        case .bottomLeft: (-1, 1)
        case .topRight: (1, -1)
        case .bottomRight: (1, 1)
        }
    }
}
