// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// The content of a selection: a source of any of the protocols.
protocol SelectionSource: AnyObject {
    /// The types in the client's order, without duplicates.
    var types: [MimeType] { get }

    /// Makes the client write its content as `type` to a duplicate of the descriptor.
    /// - Returns: Whether the request was sent.
    @discardableResult
    func send(_ type: MimeType, to descriptor: ReceivedDescriptor) -> Bool

    /// Whether the owner of the content still exists, even if the source is destroyed.
    var isOwnerUp: Bool { get }

    /// The client that owns the content; nil for content of the host, and for content that has outlived its client.
    var owner: Client? { get }

    /// Sends the client that its source is not, or is no longer, the selection.
    func cancel()

    /// Calls `handler` when the client destroys the source or disconnects. Each `owner` has one handler at a time.
    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void)

    /// Removes the handler of `owner`.
    func forget(_ owner: AnyObject)
}
