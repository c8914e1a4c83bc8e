// SPDX-License-Identifier: MIT

public import DrayCore

/// The arrangement of a window that the compositor requests.
public struct WindowArrangement: Equatable, Sendable {
    /// The upper left corner in global coordinates.
    public var position: Point
    /// In points; nil if the client chooses it.
    public var size: Size?
    /// Whether the window has keyboard focus of a seat.
    public var isActivated: Bool
    public var isMaximized: Bool
    public var isFullscreen: Bool

    public init(
        position: Point, size: Size? = nil, isActivated: Bool = false, isMaximized: Bool = false,
        isFullscreen: Bool = false
    ) {
        self.position = position
        self.size = size
        self.isActivated = isActivated
        self.isMaximized = isMaximized
        self.isFullscreen = isFullscreen
    }
}
