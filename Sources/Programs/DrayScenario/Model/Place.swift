// SPDX-License-Identifier: MIT

/// A point that is resolved once the windows are mapped.
package enum Place: Equatable, Sendable {
    /// A point on a window, relative to the top left corner of its visible frame, without shadows.
    case window(Located<String>, at: Anchor)
    /// A point on the surface content of a window, including client-side shadows: in surface-local coordinates.
    case content(Located<String>, at: Anchor)
    /// A point on an object with an accessible name in a window.
    case named(AccessName, in: Located<String>, at: Anchor?)
    /// A point in the compositor's global space.
    case screen(ScreenPoint)

    /// A point of a rectangle.
    package enum Anchor: Equatable, Sendable {
        case named(Corner)
        case offset(x: Length, y: Length)

        /// The point for a window of the given size, in the window's own space, in logical pixels.
        package func point(in size: ScreenSize) -> ScreenPoint {
            switch self {
            case .named(let corner):
                ScreenPoint(x: Double(size.width) * corner.share.x, y: Double(size.height) * corner.share.y)
            case .offset(let x, let y):
                ScreenPoint(x: x.value(of: size.width), y: y.value(of: size.height))
            }
        }
    }

    package enum Corner: String, CaseIterable, Sendable {
        case center, top, bottom, left, right
        case topLeft = "top-left"
        case topRight = "top-right"
        case bottomLeft = "bottom-left"
        case bottomRight = "bottom-right"

        /// The position as a share of width and height.
        package var share: (x: Double, y: Double) {
            switch self {
            case .center: (0.5, 0.5)
            case .top: (0.5, 0)
            case .bottom: (0.5, 1)
            case .left: (0, 0.5)
            case .right: (1, 0.5)
            case .topLeft: (0, 0)
            case .topRight: (1, 0)
            case .bottomLeft: (0, 1)
            case .bottomRight: (1, 1)
            }
        }
    }

    /// A distance along one side: logical pixels, or a share of the side.
    package enum Length: Equatable, Sendable {
        case points(Double)
        /// From 0 to 1; values outside of that range lie beyond the edges.
        case share(Double)

        package func value(of side: Int) -> Double {
            switch self {
            case .points(let points): points
            case .share(let share): share * Double(side)
            }
        }
    }
}

extension Place {
    /// The window that the place is on; nil for a point of the screen.
    package var window: Located<String>? {
        switch self {
        case .window(let window, _), .content(let window, _), .named(_, let window, _): window
        case .screen: nil
        }
    }

    static let shape = Shape<Place>.record { keys in
        let base = keys.exactlyOne([
            Case("window", "A window, by its name.", .reference(to: .window)) { Base.window($0) },
            Case("content", "The surface content of a window, including its shadow.", .reference(to: .window)) {
                Base.content($0)
            },
            Case("screen", "A point of the screen, `[x, y]`.", ScreenPoint.shape) { Base.screen($0) },
        ])
        let anchor = keys.optional(
            "at", "The point on it: `center`, a corner, `[x, y]` or `[50%, 50%]`.", Anchor.shape)
        keys.require(oneOf: ["window", "content"], for: "at")
        let name = AccessName(keys)
        switch base {
        case .window(let window):
            return name.map { .named($0, in: window, at: anchor) } ?? .window(window, at: anchor ?? .named(.center))
        case .content(let name): return .content(name, at: anchor ?? .named(.center))
        case .screen(let point): return .screen(point)
        case nil: return nil
        }
    }
    .named("place")

    private enum Base {
        case window(Located<String>)
        case content(Located<String>)
        case screen(ScreenPoint)
    }
}

extension Place.Anchor {
    fileprivate static let shape = Shape<Place.Anchor>.list(
        .pair(of: Place.Length.shape, expected: "`[x, y]` or `[50%, 50%]`") { .offset(x: $0, y: $1) },
        or: Shape<Place.Corner>.word.map { .named($0) })
}

extension Place.Length {
    fileprivate static let shape = Shape<Place.Length>.init(schema: {
        .anyOf([.number(-65536...65536), .text(pattern: "^-?[0-9]+(\\.[0-9]+)?%$")])
    }) { node, reading in
        Shape.scalar(
            .text(pattern: nil), expected: "a distance", help: "in points, `20`, or a share of the side, `50%`"
        ) { text in
            if text.hasSuffix("%") {
                return Double(text.dropLast()).flatMap { (-10_000...10_000).contains($0) ? .share($0 / 100) : nil }
            }
            return Double(text).flatMap { (-65536...65536).contains($0) ? .points($0) : nil }
        }
        .read(node, reading)
    }
}
