// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
public import WaylandUtil

/// One read of a selection's content: its reader wants a descriptor written, and its source has yet to be asked.
public struct SelectionRead {
    /// One that is offered.
    public let type: MimeType
    /// What the reader wants written. Closed with its last reference: then the reader is at its end.
    public let descriptor: ReceivedDescriptor
    /// Nil for the host.
    public let reader: Client?
    private let source: any SelectionSource

    init(_ type: MimeType, into descriptor: ReceivedDescriptor, by reader: Client?, of source: any SelectionSource) {
        self.type = type
        self.descriptor = descriptor
        self.reader = reader
        self.source = source
    }

    /// The client whose content it is; nil for the host's, and for content that has outlived its client.
    public var owner: Client? { source.owner }

    /// Whether whoever owns the content is still there.
    public var isOwnerUp: Bool { source.isOwnerUp }

    /// Whether the content has outlived its client: whoever said so by ``Selection/heir`` writes it.
    public var isInherited: Bool { source is InheritedSource }

    /// All types of the content.
    public var types: [MimeType] { source.types }

    /// Has the source write the content.
    /// - Parameters:
    ///   - better: the type that the source is asked for in place of the reader's; one of the source's.
    ///   - other: what it writes into in place of the reader's descriptor.
    /// - Returns: whether the source was asked.
    @discardableResult
    public func ask(for better: MimeType? = nil, toWriteInto other: ReceivedDescriptor? = nil) -> Bool {
        source.send(better ?? type, to: other ?? descriptor)
    }
}
