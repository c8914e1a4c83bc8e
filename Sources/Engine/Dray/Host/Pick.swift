// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

/// The result of picking: the surface or place under a point.
public struct Pick {
    public var place: Place
    /// The container, within the surface's application, to which this part of the surface belongs.
    public var container: ContainerID
    /// The point in surface or place coordinates.
    public var local: Point

    public enum Place: Equatable {
        case surface(WlSurface)
        /// A control of the host.
        case host(HostPlace)

        public static func == (left: Place, right: Place) -> Bool {
            switch (left, right) {
            case (.surface(let left), .surface(let right)): left == right
            case (.host(let left), .host(let right)): left === right
            case (.surface, .host), (.host, .surface): false
            }
        }
    }

    public init(surface: WlSurface, container: ContainerID, local: Point) {
        self.init(.surface(surface), container: container, local: local)
    }

    public init(_ place: Place, container: ContainerID, local: Point) {
        self.place = place
        self.container = container
        self.local = local
    }
}
