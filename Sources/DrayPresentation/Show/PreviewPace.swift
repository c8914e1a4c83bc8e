// SPDX-License-Identifier: MIT

public import DrayCore

/// The size that a target wants the image shown at (HIG-38), and when it changes: never more often than the eye can follow.
/// What is wanted meanwhile waits, and only the last of it is shown.
public struct PreviewPace: Equatable, Sendable {
    /// What is shown; nil for the image's own size.
    public private(set) var shown: Size?
    private var wanted: Size?
    private var earliest = Instant(microseconds: 0)

    /// Between two changes, in microseconds: a cross-fade is over, and what it led to was seen.
    public static let interval: UInt64 = 400_000
    /// The longer side of what is shown, in points: a target may not cover the screen.
    public static let largest = 512.0

    public init() {}

    public mutating func want(_ size: Size?) { wanted = size.map(Self.bounded) }

    /// When it changes; nil if it does not.
    public var due: Instant? { wanted == shown ? nil : earliest }

    /// Changes it, if it is time.
    /// - Returns: whether it has changed.
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
