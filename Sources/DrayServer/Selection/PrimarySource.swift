// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// A client's content for the primary selection: `zwp_primary_selection_source_v1`.
final class PrimarySource: ResourceHandler, SelectionSource {
    private let object: ZwpPrimarySelectionSourceV1
    private var offered = OfferedTypes()
    private var destructionHandlers = DestructionHandlers()

    init(_ object: ZwpPrimarySelectionSourceV1) {
        self.object = object
    }

    var types: [MimeType] { offered.list }

    func send(_ type: MimeType, to descriptor: ReceivedDescriptor) {
        guard let borrowed = descriptor.borrowed else { return }
        object.sendSend(mimeType: type.rawValue, fd: borrowed)
    }

    func cancel() { object.sendCancelled() }

    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void) {
        destructionHandlers.set(for: owner, handler)
    }

    func forget(_ owner: AnyObject) { destructionHandlers.remove(owner) }

    func handle(_ request: ZwpPrimarySelectionSourceV1.Request, on object: ZwpPrimarySelectionSourceV1) {
        switch request {
        case .offer(let mimeType): offered.add(mimeType, by: object.client)
        case .destroy: break
        }
    }

    func destroyed(_ object: ZwpPrimarySelectionSourceV1) {
        for handler in destructionHandlers.takeAll() { handler() }
    }
}
