// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// A window that travels with a drag (WL-03).
public struct CarriedWindow {
    /// The client's `xdg_toplevel`; an object of the host's.
    public let toplevel: Resource
    /// Where the pointer holds it: from the upper left corner of its geometry, in points.
    public let offset: Point
}
