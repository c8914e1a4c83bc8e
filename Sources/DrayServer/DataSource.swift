// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer
public import WaylandUtil

/// A client's content on offer: `wl_data_source`.
public final class DataSource: ResourceHandler {
    public let object: WlDataSource
    /// The types in the order in which the client named them, without duplicates (HIG-21).
    public private(set) var types: [MimeType] = []
    /// The mask of `set_actions`; nil where it was never called.
    public private(set) var actions: DragActions?
    /// What the client uses the source for.
    public internal(set) var use: Use = .none

    private var known: Set<MimeType> = []
    private var typeBytes = 0
    /// Who uses the source now and hears of its end: one drag, one selection.
    private var dragHandler: (() -> Void)?
    private var selectionHandler: (() -> Void)?

    public enum Use: Equatable, Sendable {
        /// Neither dragged nor selected yet.
        case none
        /// Being dragged, or dropped and not yet finished.
        case drag
        /// Dragged before. Firefox begins the next drag with the same source, so that is allowed.
        case dragEnded
        /// The content of a selection, now or before.
        case selection
    }

    init(_ object: WlDataSource) {
        self.object = object
    }

    /// The dialect that events to this source are limited to.
    public var dialect: Dialect { Dialect(version: object.resource.version) }

    /// The source as a drag session sees it now.
    public var content: DragSource {
        DragSource(types: Representations(types), actions: actions, dialect: dialect)
    }

    /// A drag of this content began. `handler` is called if the client destroys the source or goes.
    public func began(whenDestroyed handler: @escaping () -> Void) {
        use = .drag
        dragHandler = handler
    }

    /// The drag of this content has ended.
    public func ended() {
        use = .dragEnded
        dragHandler = nil
    }

    /// The content became a selection. `handler` is called if the client destroys the source or goes.
    func selected(whenDestroyed handler: @escaping () -> Void) {
        use = .selection
        selectionHandler = handler
    }

    /// Tells the client what became of its content. What the object's version does not know is not sent.
    public func tell(_ effect: SourceEffect) {
        switch effect {
        case .target(let type): object.sendTarget(mimeType: type?.rawValue)
        case .action(let action): object.sendAction(dndAction: WlDataDeviceManager.DndAction(action))
        case .dropPerformed: object.sendDndDropPerformed()
        case .finished: object.sendDndFinished()
        case .cancelled: object.sendCancelled()
        }
    }

    /// Whether the client still has the source.
    public var isAlive: Bool { object.resource.isAlive }

    /// Asks the client to write its content as `type` into the descriptor, of which it gets a duplicate.
    public func send(_ type: MimeType, to descriptor: ReceivedDescriptor) {
        guard let borrowed = descriptor.borrowed else { return }
        object.sendSend(mimeType: type.rawValue, fd: borrowed)
    }

    // MARK: Requests

    public func handle(_ request: WlDataSource.Request, on object: WlDataSource) {
        switch request {
        case .offer(let mimeType): offer(MimeType(mimeType))
        case .setActions(let dndActions): setActions(DragActions(rawValue: dndActions.rawValue))
        case .destroy: break
        }
    }

    public func errorCode(for error: InvalidArgument) -> UInt32? {
        error.message == "set_actions" ? WlDataSource.Error.invalidActionMask.rawValue : nil
    }

    public func destroyed(_ object: WlDataSource) {
        let handlers = [dragHandler, selectionHandler]
        (dragHandler, selectionHandler) = (nil, nil)
        for handler in handlers { handler?() }
    }

    private func offer(_ type: MimeType) {
        guard known.insert(type).inserted else { return }
        typeBytes += type.rawValue.utf8.count
        guard types.count < Limits.typesPerSource, typeBytes <= Limits.typeBytesPerSource else {
            return object.client.postImplementationError(
                "a wl_data_source may offer \(Limits.typesPerSource) types of \(Limits.typeBytesPerSource) bytes in all"
            )
        }
        types.append(type)
    }

    private func setActions(_ mask: DragActions) {
        switch use {
        case .selection:
            object.postError(.invalidSource, "set_actions on a source that is a selection")
        case .drag:
            object.postError(.invalidActionMask, "set_actions after start_drag")
        case .none where actions != nil:
            object.postError(.invalidActionMask, "set_actions for the second time")
        case .none, .dragEnded:
            actions = mask
        }
    }
}

extension WlDataDeviceManager.DndAction {
    /// An action as the protocol writes it; nil is its `none`.
    init(_ action: DragAction?) { self.init(rawValue: action?.rawValue ?? 0) }
}
