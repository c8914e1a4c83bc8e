// SPDX-License-Identifier: MIT

public import DrayCore

/// The role of a surface. Once set, it does not change.
public enum SurfaceRole: Equatable, Sendable {
    case toplevel
    case popup
    case subsurface
    case cursor
    /// Follows the pointer or the touch point during a drag, and accepts no input.
    case dragIcon
    /// The preview of a dragged item, which is not on the screen itself.
    case itemPreview
}

/// Receives the events of a surface with its role. Set by `Surface.assignRole(_:to:)`.
public protocol SurfaceRoleHandler: AnyObject {
    /// The client has committed state, which is applied already.
    /// - Parameter offset: the movement of the content's upper left corner in points: the sum of the offsets of
    ///   `wl_surface.attach` and `wl_surface.offset` since the last call.
    func surfaceCommitted(_ surface: Surface, offset: Point)

    /// The surface was destroyed, or its client has disconnected.
    func surfaceDestroyed(_ surface: Surface)
}
