// SPDX-License-Identifier: MIT

public import DrayCore
public import DrayPresentation
public import WaylandUtil

/// Content of the host's own: that of a panel, a desktop, a file manager inside the compositor.
public struct HostContent {
    /// In the order of fidelity, the highest first (HIG-21).
    public var types: [MimeType]
    public var actions: DragActions
    public var itemCount: Int
    /// What it looks like; nil for a standard image that suits the types.
    public var image: DragImage?
    public var giving: Giving
    /// Whose it is; nil: the host's. Of another's, the image is that application's own matter: none is shown.
    public var application: ForeignApplication?
    /// What the target takes, and what a drop would do, as a client's source is told.
    public var told: (SourceEffect) -> Void = { _ in }
    /// The drag has ended; after a move the host takes the original away. Called once.
    public var ended: (DragOutcome) -> Void

    /// Who writes it.
    public enum Giving {
        /// The engine: these bytes, whichever type is read. It waits for no reader.
        case bytes([UInt8])
        /// The host: as one of `types` into the descriptor, which is closed unless it is taken.
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

    /// Content that the host writes.
    public init(
        types: [MimeType], actions: DragActions = [.copy], itemCount: Int = 1, image: DragImage? = nil,
        send: @escaping (MimeType, ReceivedDescriptor) -> Void, ended: @escaping (DragOutcome) -> Void = { _ in }
    ) {
        self.init(
            types: types, actions: actions, itemCount: itemCount, image: image, giving: .host(send), ended: ended)
    }
}
