// SPDX-License-Identifier: MIT

/// A surface that content can be held over.
public struct Target: Hashable, Sendable, BitwiseCopyable {
    public var surface: SurfaceID
    /// The client that the surface belongs to.
    public var application: ApplicationID
    /// The container, in that application, that the surface, or the part of it under the pointer, belongs to.
    public var container: ContainerID
    /// What the client's `wl_data_device` can talk about.
    public var dialect: Dialect
    /// Whether its client is in a sandbox, cannot open what others can, and gets files by a key of the document portal (WL-06).
    public var takesKeys: Bool

    public init(
        surface: SurfaceID, application: ApplicationID, container: ContainerID, dialect: Dialect,
        takesKeys: Bool = false
    ) {
        self.surface = surface
        self.application = application
        self.container = container
        self.dialect = dialect
        self.takesKeys = takesKeys
    }
}
