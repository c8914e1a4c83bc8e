// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
public import WaylandUtil

/// A client's content on offer: `wl_data_source`.
public final class DataSource: ResourceHandler {
    public let object: WlDataSource
    /// The mask of `set_actions`; nil where it was never called.
    public private(set) var actions: DragActions?
    /// What the client uses the source for.
    public internal(set) var use: Use = .none

    /// What the client says of it by the extension; nil if nothing (WL-05).
    public internal(set) var words: DragSourceWords?

    /// By which its drag can carry a window; nil if the client has asked for none, or let go of it.
    public internal(set) weak var toplevelDrag: ToplevelDrag? {
        didSet { carriesWindow = carriesWindow || toplevelDrag != nil }
    }
    /// Whether its drag is one that can carry a window; also when that object has gone.
    private var carriesWindow = false
    /// Whether its drag was released, or is over; false as long as there is none.
    private(set) var isReleased = false

    private var offered = OfferedTypes()
    private let quota: SourceQuota
    private let outbox: Outbox
    /// Who uses the source now and hears of its end: its drag, for which the source itself stands, and selections.
    private var destructionHandlers = DestructionHandlers()

    public enum Use: Equatable, Sendable {
        /// Neither dragged nor selected yet.
        case none
        /// Being dragged, or dropped and not yet finished.
        case drag
        /// Dragged before. The specification lets a compositor post `used_source` for the next use; Firefox begins the
        /// next drag with the same source, so that is allowed.
        case dragEnded
        /// The content of a selection.
        case selection
        /// Was refused as a selection, or replaced. It may be set again, but not dragged.
        case selectionEnded
    }

    init(_ object: WlDataSource, quota: SourceQuota, loop: EventLoop?) {
        self.object = object
        self.quota = quota
        outbox = Outbox(to: object.client, loop: loop)
    }

    /// Whose it is.
    public var client: Client { object.client }

    /// The types in the order in which the client named them, without duplicates (HIG-21).
    public var types: [MimeType] { offered.list }

    /// The dialect that events to this source are limited to.
    public var dialect: Dialect { Dialect(version: object.resource.version) }

    /// The source as a drag session sees it now.
    public var content: DragSource {
        DragSource(
            types: Representations(types), actions: actions, dialect: dialect,
            itemCount: max(words?.items.count ?? 0, 1), carriesWindow: carriesWindow)
    }

    /// A drag of this content began. `handler` is called if the client destroys the source or goes.
    public func began(whenDestroyed handler: @escaping () -> Void) {
        use = .drag
        isReleased = false
        destructionHandlers.set(for: self, handler)
    }

    /// The drag of this content has ended.
    public func ended() {
        use = .dragEnded
        isReleased = true
        toplevelDrag?.end()
        destructionHandlers.remove(self)
        words?.detach(from: self)
        if words?.isAlive == false { words?.forget() }
    }

    /// The object by which its client can take this drag's drop back, which is over; nil if there is none.
    public func takeDrop() -> DropHandle? { words?.takeDrop(of: self) }

    /// Tells the client what became of its content. What the object's version does not know is not sent. A client that
    /// does not read hears of the last target and the last action only.
    public func tell(_ effect: SourceEffect) {
        switch effect {
        case .target(let type):
            return outbox.tell(.target) { [object] in object.sendTarget(mimeType: type?.rawValue) }
        case .action(let action):
            return outbox.tell(.action) { [object] in
                object.sendAction(dndAction: WlDataDeviceManager.DndAction(action))
            }
        case .dropPerformed, .finished, .cancelled: outbox.catchUp()
        }
        switch effect {
        case .target, .action: break
        case .dropPerformed:
            isReleased = true
            object.sendDndDropPerformed()
        case .finished: object.sendDndFinished()
        case .cancelled:
            isReleased = true
            object.sendCancelled()
        }
    }

    /// Whether the client has named this type.
    func offers(_ type: MimeType) -> Bool { offered.contains(type) }

    /// Whether the client still has the source.
    public var isAlive: Bool { object.resource.isAlive }

    /// Whether the client's connection is open, also when it has destroyed the source.
    public var isClientUp: Bool { outbox.isClientUp }

    /// Asks the client to write its content as `type` into the descriptor, of which it gets a duplicate.
    /// - Returns: whether it was asked. A client that takes no note of earlier reads is not, since it would lose its
    ///   connection.
    @discardableResult
    public func send(_ type: MimeType, to descriptor: ReceivedDescriptor) -> Bool {
        guard let borrowed = descriptor.borrowed, outbox.admitsRead() else { return false }
        object.sendSend(mimeType: type.rawValue, fd: borrowed)
        return true
    }

    // MARK: Requests

    public func handle(_ request: WlDataSource.Request, on object: WlDataSource) {
        switch request {
        case .offer(let mimeType): offered.add(mimeType, by: object.client, within: quota)
        case .setActions(let dndActions): setActions(DragActions(rawValue: dndActions.rawValue))
        case .destroy: break
        }
    }

    public func errorCode(for error: InvalidArgument) -> UInt32? {
        error.message == "set_actions" ? WlDataSource.Error.invalidActionMask.rawValue : nil
    }

    public func destroyed(_ object: WlDataSource) {
        outbox.close()
        quota.returnTypeBytes(offered.bytes, of: object.client)
        for handler in destructionHandlers.takeAll() { handler() }
        words?.detach(from: self)
        words?.forget()
    }

    /// Whether the source can be a selection; its client is told otherwise.
    func becomeSelection() -> Bool {
        switch use {
        case .none where actions == nil && !carriesWindow, .selection, .selectionEnded:
            use = .selection
            words?.forget()
            return true
        case .none, .drag, .dragEnded:
            object.postError(.invalidSource, "a drag-and-drop source cannot be a selection")
            return false
        }
    }

    /// The specification wants one call, before `start_drag`, on sources for drag and drop. It names an error for other
    /// sources only. A second call is answered with `invalid_action_mask`, as elsewhere; one during the drag changes
    /// nothing and is no error, since the drag goes by what was said before; one after it is for the next.
    private func setActions(_ mask: DragActions) {
        switch use {
        case .selection, .selectionEnded:
            object.postError(.invalidSource, "set_actions on a source that is a selection")
        case .drag:
            break
        case .none where actions != nil:
            object.postError(.invalidActionMask, "set_actions for the second time")
        case .none, .dragEnded:
            actions = mask
        }
    }
}

extension DataSource: SelectionSource {
    var isOwnerUp: Bool { isClientUp }
    var owner: Client? { client }

    func cancel() {
        use = .selectionEnded
        tell(.cancelled)
    }

    func whenDestroyed(for owner: AnyObject, _ handler: @escaping () -> Void) {
        destructionHandlers.set(for: owner, handler)
    }

    func forget(_ owner: AnyObject) { destructionHandlers.remove(owner) }
}

extension WlDataDeviceManager.DndAction {
    /// An action as the protocol writes it; nil is its `none`.
    init(_ action: DragAction?) { self.init(rawValue: action?.rawValue ?? 0) }
}
