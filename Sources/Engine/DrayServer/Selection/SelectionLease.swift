// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// Access to a selection's content, through which offers read it.
///
/// The lease ends when the client loses keyboard focus, or when the content is replaced. By the specification, the
/// offer of a selection is valid until then; a read of an older offer returns no data, whatever the selection contains
/// meanwhile.
final class SelectionLease {
    private weak var content: SelectionContent?

    init(of content: SelectionContent) {
        self.content = content
    }

    var types: [MimeType] { content?.types ?? [] }

    func read(_ type: MimeType, into descriptor: ReceivedDescriptor, by reader: Client) {
        content?.read(type, into: descriptor, by: reader)
    }

    func end() { content = nil }
}
