// SPDX-License-Identifier: MIT

internal import DrayCore
internal import WaylandServer
internal import WaylandUtil

/// Content of a client with data control: `zwlr_data_control_source_v1` or `ext_data_control_source_v1`.
final class ControlSource<Object: ControlSourceObject>: ResourceHandler, SelectionSource {
    private let object: Object
    private var use = Use.none
    private var offered = OfferedTypes()
    private let quota: SourceQuota
    private let outbox: Outbox
    private var destructionHandlers = DestructionHandlers()

    private enum Use {
        /// Types can be offered.
        case none
        /// The source was set, and cannot be set again, even after it was replaced.
        case set
    }

    init(_ object: Object, quota: SourceQuota) {
        self.object = object
        self.quota = quota
        outbox = Outbox(to: object.client, loop: nil)
    }

    /// - Returns: Whether the source was never set before.
    func beginUse() -> Bool {
        defer { use = .set }
        return use == .none
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

    func handle(_ request: Object.Request, on object: Object) {
        switch Object.meaning(of: request) {
        case .offer(let type):
            switch use {
            case .none: offered.add(type, by: object.client, within: quota)
            case .set: object.postInvalidOffer()
            }
        case .destroy: break
        }
    }

    func destroyed(_ object: Object) {
        quota.returnTypeBytes(offered.bytes, of: object.client)
        for handler in destructionHandlers.takeAll() { handler() }
    }
}
