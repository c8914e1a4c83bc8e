// SPDX-License-Identifier: MIT

public import DrayCore

/// What a surface is used for. Once given, a role is never exchanged for another.
public enum SurfaceRole: Equatable, Sendable {
    case toplevel
    case popup
    case subsurface
    case cursor
    /// Follows the pointer or the finger during a drag, and is never picked.
    case dragIcon
    /// What an item that is dragged looks like: never on the screen itself.
    case itemPreview
}

/// Hears of a surface whose role it looks after. Set by `Surface.assignRole(_:to:)`.
public protocol SurfaceRoleHandler: AnyObject {
    /// The client committed new state, which is in effect now.
    /// - Parameter offset: how far the content's upper left corner moved against its old place, in points: what
    ///   `wl_surface.attach` or `wl_surface.offset` said, added up since the last call.
    func surfaceCommitted(_ surface: Surface, offset: Point)

    /// The client destroyed the surface, or is gone.
    func surfaceDestroyed(_ surface: Surface)
}
