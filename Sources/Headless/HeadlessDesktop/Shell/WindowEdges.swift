// SPDX-License-Identifier: MIT

internal import WaylandServer

/// The edges of a window in an interactive resize.
public struct WindowEdges: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public static let left = WindowEdges(rawValue: 1)
    public static let right = WindowEdges(rawValue: 2)
    public static let top = WindowEdges(rawValue: 4)
    public static let bottom = WindowEdges(rawValue: 8)

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The value for `xdg_toplevel`; nil for none.
    var resizeEdge: XdgToplevel.ResizeEdge? {
        switch (contains(.left), contains(.right), contains(.top), contains(.bottom)) {
        case (true, _, true, _): .topLeft
        case (true, _, _, true): .bottomLeft
        case (true, _, _, _): .left
        case (_, true, true, _): .topRight
        case (_, true, _, true): .bottomRight
        case (_, true, _, _): .right
        case (_, _, true, _): .top
        case (_, _, _, true): .bottom
        case (_, _, _, _): nil
        }
    }
}
