// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// What a client with the keyboard focus may do with a selection's content: offers read by it.
///
/// It ends when the focus leaves the client, and when other content comes. By the specification an offer of a selection is
/// good until then; an offer that outlives it gives its client nothing, whatever is in the selection meanwhile.
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
