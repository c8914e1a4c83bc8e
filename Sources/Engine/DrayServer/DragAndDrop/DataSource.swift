// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
public import WaylandUtil

/// The content offered by a client: `wl_data_source`.
public final class DataSource: ResourceHandler {
    public let object: WlDataSource
    /// The mask of `set_actions`, or nil if it was never called.
    public private(set) var actions: DragActions?
    /// The current use of the source.
    public internal(set) var use: Use = .none

    /// The extension object of the source, or nil if there is none (WL-05).
    public internal(set) var extensionObject: DragSourceExtension?

    /// The object that can attach a window to the source's drag, or nil if the client has created none or destroyed it.
    public internal(set) weak var toplevelDrag: ToplevelDrag? {
        didSet { carriesWindow = carriesWindow || toplevelDrag != nil }
    }
    /// Whether a window can be attached to the source's drag. Stays true if the object is destroyed.
    private var carriesWindow = false
    /// Whether the source's drag was released or is over; false before a drag.
    private(set) var isReleased = false

    private var offered = OfferedTypes()
    private let quota: SourceQuota
    private let outbox: Outbox
    /// The users of the source, which are notified of its destruction: its drag, under the key of the source itself,
    /// and selections.
    private var destructionHandlers = DestructionHandlers()

    public enum Use: Equatable, Sendable {
        /// Not used yet.
        case none
        /// Being dragged, or dropped and unfinished.
        case drag
        /// Was dragged. The specification allows a compositor to post `used_source` for the next use, but Firefox
        /// begins its next drag with the same source, so it is allowed.
        case dragEnded
        /// The content of a selection.
        case selection
        /// Was rejected as a selection, or replaced. It may be set again, but not dragged.
        case selectionEnded
    }

    init(_ object: WlDataSource, quota: SourceQuota, loop: EventLoop?) {
        self.object = object
        self.quota = quota
        outbox = Outbox(to: object.client, loop: loop)
    }

    /// The client that owns the source.
    public var client: Client { object.client }

    /// The types in the client's order, without duplicates (HIG-21).
    public var types: [MimeType] { offered.list }

    /// The dialect of events to this source.
    public var dialect: Dialect { Dialect(version: object.resource.version) }

    /// The source as a drag session sees it now.
    public var content: DragSource {
        DragSource(
            types: Representations(types), actions: actions, dialect: dialect,
            itemCount: max(extensionObject?.items.count ?? 0, 1), carriesWindow: carriesWindow)
    }

    /// Handles the beginning of a drag. `handler` is called if the client destroys the source or disconnects.
    public func began(whenDestroyed handler: @escaping () -> Void) {
        use = .drag
        isReleased = false
        destructionHandlers.set(for: self, handler)
    }

    /// Handles the end of the drag.
    public func ended() {
        use = .dragEnded
        isReleased = true
        toplevelDrag?.end()
        destructionHandlers.remove(self)
        extensionObject?.detach(from: self)
        if extensionObject?.isAlive == false { extensionObject?.forget() }
    }

    /// Returns the client's object for undoing this finished drag, or nil if there is none.
    public func takeDrop() -> DropUndoObject? { extensionObject?.takeDrop(of: self) }

    /// Sends an event about the content to the client, if the object's version has it. A client that does not read
    /// receives only the last target and the last action.
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

    /// Returns whether the client has offered this type.
    func offers(_ type: MimeType) -> Bool { offered.contains(type) }

    /// Whether the source object still exists.
    public var isAlive: Bool { object.resource.isAlive }

    /// Whether the client's connection is open, even if it has destroyed the source.
    public var isClientUp: Bool { outbox.isClientUp }

    /// Makes the client write its content as `type` to a duplicate of the descriptor.
    /// - Returns: Whether the request was sent. It is not sent to a client that has not read earlier ones, which would
    ///   otherwise be disconnected.
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
        extensionObject?.detach(from: self)
        extensionObject?.forget()
    }

    /// Returns whether the source can be a selection; otherwise its client receives a protocol error.
    func becomeSelection() -> Bool {
        switch use {
        case .none where actions == nil && !carriesWindow, .selection, .selectionEnded:
            use = .selection
            extensionObject?.forget()
            return true
        case .none, .drag, .dragEnded:
            object.postError(.invalidSource, "a drag-and-drop source cannot be a selection")
            return false
        }
    }

    /// The specification requires one call, before `start_drag`, on sources for drag and drop, but names an error only
    /// for other sources. A second call causes `invalid_action_mask`, as elsewhere. A call during the drag is ignored
    /// without an error, since the drag uses the previous mask; a call after the drag applies to the next one.
    private func setActions(_ mask: DragActions) {
        switch use {
        case .selection, .selectionEnded:
            object.postError(.invalidSource, "set_actions on a source that is a selection")
        case .drag:
            break
        case .none where actions != nil:
            object.postError(.invalidActionMask, "set_actions was already called")
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
    /// Converts an action to the protocol's value; nil to `none`.
    init(_ action: DragAction?) { self.init(rawValue: action?.rawValue ?? 0) }
}
