// SPDX-License-Identifier: MIT

/// A surface that content can be held over.
public struct Target: Hashable, Sendable, BitwiseCopyable {
    public var surface: SurfaceID
    /// The client that the surface belongs to.
    public var application: ApplicationID
    /// The container of the surface, or of the part of it under the pointer, in that application.
    public var container: ContainerID
    /// The features that the client's `wl_data_device` supports.
    public var dialect: Dialect
    /// Whether the client runs in a sandbox, cannot open files by path, and receives them by a key of the document
    /// portal (WL-06).
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
