// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

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

    /// The client whose content it is; nil for the host's, and for content that has outlived its client.
    var owner: Client? { get }

    /// Tells the client that its source is not the selection, or is it no longer.
    func cancel()

    /// Calls `handler` when the client destroys the source or goes. `owner` has one handler at a time.
    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void)

    /// `owner` no longer wants to hear of the end.
    func forget(_ owner: AnyObject)
}
