// SPDX-License-Identifier: MIT

public import DrayCore

/// The two points that can move while a timeline runs, both in the compositor's global space.
public struct TimelineAnchors: Equatable, Sendable {
    /// The current position of the pointer, finger or pen.
    public var pointer: Point
    /// The position of the image's hotspot at the start of the drag, moved along with the surface on which it started.
    public var home: Point

    public init(pointer: Point, home: Point) {
        self.pointer = pointer
        self.home = home
    }
}
