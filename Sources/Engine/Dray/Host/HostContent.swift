// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
public import WaylandUtil

/// Content that belongs to the host, such as that of a panel, a desktop or a built-in file manager.
public struct HostContent {
    /// The offered types in order of fidelity, the highest first (HIG-21).
    public var types: [MimeType]
    public var actions: DragActions
    public var itemCount: Int
    /// The drag image, or nil for a standard image that suits the types.
    public var image: DragImage?
    public var giving: Giving
    /// The application that owns the content, or nil for the host. For an application of another window system, the
    /// engine shows no image: that application draws its own.
    public var application: ForeignApplication?
    /// Called with the events that a client's source would receive: the accepted type and the current action.
    public var told: (SourceEffect) -> Void = { _ in }
    /// Called once, when the drag has ended. After a move, the host removes the original.
    public var ended: (DragOutcome) -> Void

    /// The way in which the content is written.
    public enum Giving {
        /// The engine writes these bytes, whichever type is read, without blocking on the reader.
        case bytes([UInt8])
        /// The host writes the requested type, one of `types`, to the descriptor. A descriptor that is not taken is
        /// closed.
        case host((MimeType, ReceivedDescriptor) -> Void)
    }

    public init(
        types: [MimeType], actions: DragActions = [.copy], itemCount: Int = 1, image: DragImage? = nil,
        giving: Giving, ended: @escaping (DragOutcome) -> Void = { _ in }
    ) {
        self.types = types
        self.actions = actions
        self.itemCount = itemCount
        self.image = image
        self.giving = giving
        self.ended = ended
    }

    /// Creates content that the host writes.
    public init(
        types: [MimeType], actions: DragActions = [.copy], itemCount: Int = 1, image: DragImage? = nil,
        send: @escaping (MimeType, ReceivedDescriptor) -> Void, ended: @escaping (DragOutcome) -> Void = { _ in }
    ) {
        self.init(
            types: types, actions: actions, itemCount: itemCount, image: image, giving: .host(send), ended: ended)
    }
}
