// SPDX-License-Identifier: MIT

public import DrayCore

/// How a window is wanted by the compositor.
public struct WindowArrangement: Equatable, Sendable {
    /// Its upper left corner in the compositor's global space.
    public var position: Point
    /// In points; nil leaves it to the client.
    public var size: Size?
    /// Whether it has some seat's keyboard.
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
