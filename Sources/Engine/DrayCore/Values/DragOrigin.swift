// SPDX-License-Identifier: MIT

/// The origin of a drag.
public struct DragOrigin: Hashable, Sendable {
    /// The origin surface of `wl_data_device.start_drag`.
    public var surface: SurfaceID
    /// The client that began the drag.
    public var application: ApplicationID
    /// The container of that application that the content comes from.
    public var container: ContainerID
    /// The position of the pointer, finger or pen at the beginning, in the compositor's global space. The image flies
    /// back to it, adjusted for movements of its window.
    public var position: Point

    public init(surface: SurfaceID, application: ApplicationID, container: ContainerID, position: Point) {
        self.surface = surface
        self.application = application
        self.container = container
        self.position = position
    }
}
