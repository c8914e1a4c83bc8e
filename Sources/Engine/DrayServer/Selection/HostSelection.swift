// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
public import WaylandUtil

/// Clipboard content of the host, such as that of an X11 application, a clipboard manager, or the host itself.
public struct HostSelection {
    /// The types in order of fidelity, the highest first (HIG-21).
    public var types: [MimeType]
    /// Writes the content as one of `types` to the descriptor, which is closed unless it is taken, for a client; nil
    /// for the host itself. Not called after the content is replaced.
    public var send: (MimeType, ReceivedDescriptor, Client?) -> Void
    /// Called when other content replaces this.
    public var cancelled: () -> Void

    public init(
        types: [MimeType], send: @escaping (MimeType, ReceivedDescriptor, Client?) -> Void,
        cancelled: @escaping () -> Void
    ) {
        self.types = types
        self.send = send
        self.cancelled = cancelled
    }
}

/// A source for content of the host.
final class HostSource: SelectionSource {
    private let selection: HostSelection

    init(_ selection: HostSelection) {
        self.selection = selection
    }

    var types: [MimeType] { selection.types }
    func send(_ type: MimeType, to descriptor: ReceivedDescriptor) -> Bool { send(type, to: descriptor, for: nil) }
    func send(_ type: MimeType, to descriptor: ReceivedDescriptor, for reader: Client?) -> Bool {
        selection.send(type, descriptor, reader)
        return true
    }
    var isOwnerUp: Bool { true }
    var owner: Client? { nil }
    func cancel() { selection.cancelled() }

    // The host itself reports the end of its content by setting other content, or none.
    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void) {}
    func forget(_ owner: AnyObject) {}
}
