// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// A window attached to a drag (WL-03).
public struct CarriedWindow {
    /// The client's `xdg_toplevel`, an object of the host.
    public let toplevel: Resource
    /// The position of the pointer relative to the top-left corner of the window geometry, in points.
    public let offset: Point
}
