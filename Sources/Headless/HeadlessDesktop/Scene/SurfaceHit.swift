// SPDX-License-Identifier: MIT

public import DrayCore

/// A surface that accepts input at a point, and the point in surface coordinates.
public struct SurfaceHit {
    public let surface: Surface
    public let position: Point
    /// The root surface of the window or popup that contains it.
    package let container: SurfaceID
}
