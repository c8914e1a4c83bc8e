// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandUtil

/// Clipboard content that belongs to the host: that of an X11 application, of a clipboard manager, of the host itself.
public struct HostSelection {
    /// In the order of fidelity, the highest first (HIG-21).
    public var types: [MimeType]
    /// Writes the content as one of `types` into the descriptor, which is closed unless it is taken. Not called any more
    /// once the content was replaced.
    public var send: (MimeType, ReceivedDescriptor) -> Void
    /// Other content has taken its place.
    public var cancelled: () -> Void

    public init(
        types: [MimeType], send: @escaping (MimeType, ReceivedDescriptor) -> Void, cancelled: @escaping () -> Void
    ) {
        self.types = types
        self.send = send
        self.cancelled = cancelled
    }
}
