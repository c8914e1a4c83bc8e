// SPDX-License-Identifier: MIT

public import DrayCore

/// The image size that a target requests (HIG-38), limited to a rate that the user can follow. Of several requests in
/// between only the last is shown.
public struct PreviewPace: Equatable, Sendable {
    /// The size that is shown; nil for the image's own size.
    public private(set) var shown: Size?
    private var wanted: Size?
    private var earliest = Instant(microseconds: 0)

    /// The minimum time between two changes, in microseconds: a cross-fade, and time to see its result.
    public static let interval: UInt64 = 400_000
    /// The maximum side of the shown size, in points, so that a target cannot cover the screen.
    public static let largest = 512.0

    public init() {}

    public mutating func want(_ size: Size?) { wanted = size.map(Self.bounded) }

    /// The time of the next change; nil if there is none.
    public var due: Instant? { wanted == shown ? nil : earliest }

    /// Makes the change if it is due.
    /// - Returns: Whether the size has changed.
    public mutating func step(at time: Instant) -> Bool {
        guard let due, time >= due else { return false }
        shown = wanted
        earliest = time.advanced(byMicroseconds: Self.interval)
        return true
    }

    private static func bounded(_ size: Size) -> Size {
        let factor = min(1, largest / max(size.width, size.height))
        return Size(width: max(size.width * factor, 1), height: max(size.height * factor, 1))
    }
}
