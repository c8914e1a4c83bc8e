// SPDX-License-Identifier: MIT

public import DrayCore

/// The two points that may move while a timeline runs, both in the compositor's global space.
public struct TimelineAnchors: Equatable, Sendable {
    /// Where the pointer, finger or pen is now.
    public var pointer: Point
    /// Where the image's hotspot was when the drag began, moved along with the surface it began on.
    public var home: Point

    public init(pointer: Point, home: Point) {
        self.pointer = pointer
        self.home = home
    }
}
