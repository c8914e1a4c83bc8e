// SPDX-License-Identifier: MIT

/// One Wayland client. HIG-01 draws its line between applications.
public struct ApplicationID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// One `wl_surface`, for as long as it lives. Never used again for another.
public struct SurfaceID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// The part of an application that content lives in; by default the toplevel window's surface tree.
public struct ContainerID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// What a target sees of a drag while it is over one of its surfaces: a `wl_data_offer`, from `enter` on.
public struct OfferID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// One seat: a person's pointer, keyboard and fingers. Each seat can have a drag of its own (HIG-10).
public struct SeatID: Hashable, Sendable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// One drag of an engine, from its beginning until its image is gone.
public struct DragID: Hashable, Sendable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
