// SPDX-License-Identifier: MIT

/// One Wayland client. HIG-01 distinguishes between applications.
public struct ApplicationID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// One `wl_surface` during its lifetime. Values are never reused.
public struct SurfaceID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// A part of an application that contains content; by default the surface tree of a toplevel window.
public struct ContainerID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// The identity of a `wl_data_offer`, which a target receives with `enter`.
public struct OfferID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// One seat: the pointer, keyboard and touch of one user. Each seat can have a drag of its own (HIG-10).
public struct SeatID: Hashable, Sendable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// One drag of an engine, from its beginning until its image has disappeared.
public struct DragID: Hashable, Sendable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
