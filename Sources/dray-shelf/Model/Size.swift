// SPDX-License-Identifier: MIT

/// A width and a height in points.
struct Size: Equatable {
    var width: Double
    var height: Double
}
