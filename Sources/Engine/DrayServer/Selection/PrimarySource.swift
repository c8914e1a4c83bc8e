// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// The content offered by a client for the primary selection: `zwp_primary_selection_source_v1`.
final class PrimarySource: ResourceHandler, SelectionSource {
    private let object: ZwpPrimarySelectionSourceV1
    private var offered = OfferedTypes()
    private let quota: SourceQuota
    private let outbox: Outbox
    private var destructionHandlers = DestructionHandlers()

    init(_ object: ZwpPrimarySelectionSourceV1, quota: SourceQuota) {
        self.object = object
        self.quota = quota
        outbox = Outbox(to: object.client, loop: nil)
    }

    var types: [MimeType] { offered.list }

    func send(_ type: MimeType, to descriptor: ReceivedDescriptor) -> Bool {
        guard let borrowed = descriptor.borrowed, outbox.admitsRead() else { return false }
        object.sendSend(mimeType: type.rawValue, fd: borrowed)
        return true
    }

    var isOwnerUp: Bool { outbox.isClientUp }
    var owner: Client? { object.client }

    func cancel() { object.sendCancelled() }

    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void) {
        destructionHandlers.set(for: owner, handler)
    }

    func forget(_ owner: AnyObject) { destructionHandlers.remove(owner) }

    func handle(_ request: ZwpPrimarySelectionSourceV1.Request, on object: ZwpPrimarySelectionSourceV1) {
        switch request {
        case .offer(let mimeType): offered.add(mimeType, by: object.client, within: quota)
        case .destroy: break
        }
    }

    func destroyed(_ object: ZwpPrimarySelectionSourceV1) {
        quota.returnTypeBytes(offered.bytes, of: object.client)
        for handler in destructionHandlers.takeAll() { handler() }
    }
}
