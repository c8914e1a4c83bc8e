// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// What a selection holds from one change to the next. Only the selection keeps it: offers that were made of it are dead
/// as soon as it is replaced or its source destroyed, and whoever reads by one gets the end of the file.
final class SelectionContent {
    let source: any SelectionSource
    private let carry: (SelectionRead) -> Void

    /// - Parameter carry: has a read carried out.
    init(_ source: any SelectionSource, carry: @escaping (SelectionRead) -> Void) {
        self.source = source
        self.carry = carry
    }

    var types: [MimeType] { source.types }

    /// Answers a `receive`. A type that was not offered is no error: the descriptor is closed, and the reader is done.
    /// - Parameter reader: nil for the host.
    func read(_ type: MimeType, into descriptor: ReceivedDescriptor, by reader: Client? = nil) {
        if source.types.contains(type) { carry(SelectionRead(type, into: descriptor, by: reader, of: source)) }
    }
}
