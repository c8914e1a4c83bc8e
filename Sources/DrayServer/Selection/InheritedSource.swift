// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// What is left of a client's content that has gone: the types that somebody has kept, and writes (HIG-23).
final class InheritedSource: SelectionSource {
    let types: [MimeType]

    init(_ types: [MimeType]) {
        self.types = types
    }

    var isOwnerUp: Bool { true }
    var owner: Client? { nil }
    /// Whoever keeps the content answers its reads; see ``Selection/whenRead``.
    func send(_ type: MimeType, to descriptor: ReceivedDescriptor) -> Bool { false }
    func cancel() {}
    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void) {}
    func forget(_ owner: AnyObject) {}
}
