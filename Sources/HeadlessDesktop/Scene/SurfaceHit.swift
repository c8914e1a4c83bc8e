// SPDX-License-Identifier: MIT

public import DrayCore

/// A surface that takes input at some place, and that place in the surface's own coordinates.
public struct SurfaceHit {
    public let surface: Surface
    public let position: Point
}
