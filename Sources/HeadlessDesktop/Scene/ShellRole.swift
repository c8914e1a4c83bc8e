// SPDX-License-Identifier: MIT

internal import DrayCore

/// What a shell protocol has made of a surface: a window, or a popup above one.
protocol ShellRole: AnyObject {
    var surface: Surface { get }
    /// Whether it is on the screen.
    var isMapped: Bool { get }
    /// Open popups with this one as their parent, in the order in which they came.
    var children: [any ShellRole] { get }
    /// What counts as the window, in the surface's coordinates: shadows lie outside.
    var windowGeometry: Rectangle { get }
    /// The surface's upper left corner in the global space; nil while it is nowhere.
    var surfaceOrigin: Point? { get }

    /// Whether it takes no input, nor what lies on it.
    var isPassedThrough: Bool { get }

    /// Whether the surface's commit keeps to the rules; the client is told otherwise.
    func mayCommit(_ surface: Surface) -> Bool
}

extension ShellRole {
    var isPassedThrough: Bool { surface.window?.isCarried ?? false }
}
