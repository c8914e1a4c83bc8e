// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// The content of a selection from one change to the next. Only the selection retains it, so offers of the content
/// become invalid when it is replaced or its source is destroyed, and their reads return end-of-file.
final class SelectionContent {
    let source: any SelectionSource
    private let carry: (SelectionRead) -> Void

    /// - Parameter carry: Performs a read.
    init(_ source: any SelectionSource, carry: @escaping (SelectionRead) -> Void) {
        self.source = source
        self.carry = carry
    }

    var types: [MimeType] { source.types }

    /// Handles `receive`. A type that was not offered is not an error: the descriptor is closed.
    /// - Parameter reader: The reading client, or nil for the host.
    func read(_ type: MimeType, into descriptor: ReceivedDescriptor, by reader: Client? = nil) {
        if source.types.contains(type) { carry(SelectionRead(type, into: descriptor, by: reader, of: source)) }
    }
}
