// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// Content that outlives its client: the types that were kept, and are served by the object that kept them (HIG-23).
final class InheritedSource: SelectionSource {
    let types: [MimeType]

    init(_ types: [MimeType]) {
        self.types = types
    }

    var isOwnerUp: Bool { true }
    var owner: Client? { nil }
    /// Reads are answered through ``Selection/whenRead``.
    func send(_ type: MimeType, to descriptor: ReceivedDescriptor) -> Bool { false }
    func cancel() {}
    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void) {}
    func forget(_ owner: AnyObject) {}
}
