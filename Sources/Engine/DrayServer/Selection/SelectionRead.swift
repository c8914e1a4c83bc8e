// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
public import WaylandUtil

/// One read of a selection's content, not yet sent to its source.
public struct SelectionRead {
    /// The requested type, which is offered.
    public let type: MimeType
    /// The reader's descriptor. Closed with its last reference, which ends the read.
    public let descriptor: ReceivedDescriptor
    /// The reading client, or nil for the host.
    public let reader: Client?
    private let source: any SelectionSource

    init(_ type: MimeType, into descriptor: ReceivedDescriptor, by reader: Client?, of source: any SelectionSource) {
        self.type = type
        self.descriptor = descriptor
        self.reader = reader
        self.source = source
    }

    /// The client that owns the content; nil for content of the host, and for content that has outlived its client.
    public var owner: Client? { source.owner }

    /// Whether the owner of the content still exists.
    public var isOwnerUp: Bool { source.isOwnerUp }

    /// Whether the content has outlived its client, so that the object that returned it from ``Selection/heir`` writes
    /// it.
    public var isInherited: Bool { source is InheritedSource }

    /// All types of the content.
    public var types: [MimeType] { source.types }

    /// Makes the source write the content.
    /// - Parameters:
    ///   - better: The type to request instead of the reader's; one of the source's types.
    ///   - other: The descriptor to write to instead of the reader's.
    /// - Returns: Whether the request was sent.
    @discardableResult
    public func ask(for better: MimeType? = nil, toWriteInto other: ReceivedDescriptor? = nil) -> Bool {
        let (type, descriptor) = (better ?? type, other ?? descriptor)
        // Only a host applies limits of its own to the readers.
        guard let source = source as? HostSource else { return source.send(type, to: descriptor) }
        return source.send(type, to: descriptor, for: reader)
    }
}
