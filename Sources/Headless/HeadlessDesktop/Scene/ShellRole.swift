// SPDX-License-Identifier: MIT

internal import DrayCore

/// The role that a shell protocol gives to a surface: a window, or a popup.
protocol ShellRole: AnyObject {
    var surface: Surface { get }
    /// Whether it is mapped.
    var isMapped: Bool { get }
    /// The open popups of this role in the order of their creation.
    var children: [any ShellRole] { get }
    /// The window geometry in surface coordinates. Shadows are outside of it.
    var windowGeometry: Rectangle { get }
    /// The surface's upper left corner in global coordinates; nil if it has no position.
    var surfaceOrigin: Point? { get }

    /// Whether neither it nor its children accept input.
    var isPassedThrough: Bool { get }

    /// Whether the surface's commit conforms to the protocol; otherwise an error is posted.
    func mayCommit(_ surface: Surface) -> Bool
}

extension ShellRole {
    var isPassedThrough: Bool { surface.window?.isCarried ?? false }
}
