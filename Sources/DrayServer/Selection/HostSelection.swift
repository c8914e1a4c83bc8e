// SPDX-License-Identifier: MIT

public import DrayCore
internal import WaylandServer
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

/// The host's content in the place of a client's source.
final class HostSource: SelectionSource {
    private let selection: HostSelection

    init(_ selection: HostSelection) {
        self.selection = selection
    }

    var types: [MimeType] { selection.types }
    func send(_ type: MimeType, to descriptor: ReceivedDescriptor) -> Bool {
        selection.send(type, descriptor)
        return true
    }
    var isOwnerUp: Bool { true }
    var owner: Client? { nil }
    func cancel() { selection.cancelled() }

    // The host says itself when its content goes: it sets other content, or none.
    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void) {}
    func forget(_ owner: AnyObject) {}
}
