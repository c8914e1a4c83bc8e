// SPDX-License-Identifier: MIT

/// A part of a surface that is a place of its own to a person who drags, as a client with the extension says (WL-05).
public struct Zone: Equatable, Sendable {
    /// Beside those of surfaces: what rests over a zone rests over something else than its surface.
    public let id: SurfaceID
    /// Local to the surface; empty: the zone is nowhere.
    public var bounds: Rectangle
    /// Nil: that of the surface's window.
    public var container: ContainerID?
    /// What a person calls it; empty for no name.
    public var label: String
    public var behaviour: Behaviour

    /// What a zone is to a drag.
    public struct Behaviour: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Content can be dropped on it (HIG-34).
        public static let accepting = Behaviour(rawValue: 1)
        /// It opens when content rests over it (HIG-19).
        public static let springLoaded = Behaviour(rawValue: 2)
        /// It scrolls when content is near its edges (HIG-20).
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
    /// A container that a client has a number for. Those of hosts stand for windows, and have not this bit.
    public init(ofClient number: UInt32) { self.init(1 << 62 | UInt64(number)) }
}
