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
    func read(_ type: MimeType, into descriptor: ReceivedDescriptor) {
        if source.types.contains(type) { carry(SelectionRead(type, into: descriptor, of: source)) }
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

    /// Whether whoever owns the content is still there, also after its source is gone.
    var isOwnerUp: Bool { get }

    /// Tells the client that its source is not the selection, or is it no longer.
    func cancel()

    /// Calls `handler` when the client destroys the source or goes. `owner` has one handler at a time.
    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void)

    /// `owner` no longer wants to hear of the end.
    func forget(_ owner: AnyObject)
}
