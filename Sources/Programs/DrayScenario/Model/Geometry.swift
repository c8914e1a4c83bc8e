// SPDX-License-Identifier: MIT

/// A width and a height in logical pixels.
package struct ScreenSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A position in the compositor's global space, in logical pixels, with y increasing downward.
package struct ScreenPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

extension ScreenSize {
    /// The notation `800x600` or `[800, 600]`.
    static let shape = Shape<ScreenSize>.list(
        .pair(of: .integer(in: 1...16384), expected: "`[width, height]`") { ScreenSize(width: $0, height: $1) },
        or: .scalar(
            .text(pattern: "^[0-9]+x[0-9]+$"), expected: "a size", help: "`800x600` or `[800, 600]`"
        ) { text in
            let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let width = parts[0], let height = parts[1], (1...16384).contains(width),
                (1...16384).contains(height)
            else { return nil }
            return ScreenSize(width: width, height: height)
        })
}

extension ScreenPoint {
    /// The notation `[x, y]`.
    static let shape = Shape<ScreenPoint>.pair(of: .number(in: -65536...65536), expected: "`[x, y]`") {
        ScreenPoint(x: $0, y: $1)
    }
}
