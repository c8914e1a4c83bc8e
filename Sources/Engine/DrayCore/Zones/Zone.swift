// SPDX-License-Identifier: MIT

/// A part of a surface that is a drop target of its own, as declared by a client with the extension (WL-05).
public struct Zone: Equatable, Sendable {
    /// The zone's identity, unique among those of surfaces: hovering over a zone is distinct from hovering over its
    /// surface.
    public let id: SurfaceID
    /// The bounds in surface-local coordinates. An empty rectangle disables the zone.
    public var bounds: Rectangle
    /// The container; nil for that of the surface's window.
    public var container: ContainerID?
    /// The user-visible name; may be empty.
    public var label: String
    public var behaviour: Behaviour

    /// The behaviour of a zone during a drag.
    public struct Behaviour: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Content can be dropped on the zone (HIG-34).
        public static let accepting = Behaviour(rawValue: 1)
        /// The zone opens when content hovers over it (HIG-19).
        public static let springLoaded = Behaviour(rawValue: 2)
        /// The zone scrolls when content is near its edges (HIG-20).
        public static let scrollsHorizontally = Behaviour(rawValue: 4)
        public static let scrollsVertically = Behaviour(rawValue: 8)
    }

    public init(
        id: SurfaceID, bounds: Rectangle = .zero, container: ContainerID? = nil, label: String = "",
        behaviour: Behaviour = []
    ) {
        self.id = id
        self.bounds = bounds
        self.container = container
        self.label = label
        self.behaviour = behaviour
    }
}

extension ContainerID {
    /// Creates the container for a client's number. Hosts' containers stand for windows and do not have bit 62 set.
    public init(ofClient number: UInt32) { self.init(1 << 62 | UInt64(number)) }
}
