// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// What a selection holds from one change to the next. Only the selection keeps it: offers that were made of it are dead
/// as soon as it is replaced or its source destroyed, and whoever reads by one gets the end of the file.
final class SelectionContent {
    let source: any SelectionSource

    init(_ source: any SelectionSource) {
        self.source = source
    }

    var types: [MimeType] { source.types }

    /// Answers a `receive`. A type that was not offered is no error: the descriptor is closed, and the reader is done.
    func read(_ type: MimeType, into descriptor: ReceivedDescriptor) {
        if source.types.contains(type) { source.send(type, to: descriptor) }
    }
}

/// Content that a selection can hold: a source of either protocol.
protocol SelectionSource: AnyObject {
    /// In the client's order, without duplicates.
    var types: [MimeType] { get }

    /// Asks the client to write its content as `type` into the descriptor, of which it gets a duplicate.
    /// - Returns: whether it was asked.
    @discardableResult
    func send(_ type: MimeType, to descriptor: ReceivedDescriptor) -> Bool

    /// Tells the client that its source is not the selection, or is it no longer.
    func cancel()

    /// Calls `handler` when the client destroys the source or goes. `owner` has one handler at a time.
    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void)

    /// `owner` no longer wants to hear of the end.
    func forget(_ owner: AnyObject)
}
