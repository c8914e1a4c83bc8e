// SPDX-License-Identifier: MIT

public import WaylandServer
public import WaylandUtil

// The states of a client's object for undoing a drop. Requests that a row does not name have no effect in that state.
//
//   state        event                                   next         events sent
//   -----------  --------------------------------------  -----------  -----------------------------------
//   waiting      drop finished, can be undone            finished     finished
//                drop failed, or cannot be undone        unavailable  unavailable
//                undo, redo, answer                      –            protocol error
//   finished     undo, redo                              finished     none yet: the engine decides
//                drop undone or redone                   finished     undo, redo; an answer is due
//                answer                                  finished     protocol error if none is due
//                drop can no longer be undone            unavailable  unavailable
//   unavailable  any                                     unavailable  none

/// A client's object for undoing a drop, `dray_drag_drop_v1` (HIG-26): the source's or the target's.
public final class DropUndoObject: ResourceHandler {
    private let object: DrayDragDropV1
    private let tell: (DropUndoObject, Event) -> Void
    private var state = State.waiting

    private enum State: Equatable {
        case waiting
        case finished(answersDue: Int)
        case unavailable
    }

    /// A request of the client about the drop.
    enum Event {
        case undo
        case redo
        case answered(isDone: Bool)
        /// The object was destroyed: the client can no longer undo the drop.
        case gone
    }

    init(_ object: DrayDragDropV1, _ tell: @escaping (DropUndoObject, Event) -> Void) {
        self.object = object
        self.tell = tell
    }

    /// Whether the client can still undo the drop.
    public var isUsable: Bool { object.resource.isAlive && state != .unavailable }

    /// Whether the client has yet to answer a request to undo or redo.
    public var isBusy: Bool {
        switch state {
        case .finished(let due): due > 0
        case .waiting, .unavailable: false
        }
    }

    // MARK: Events

    public func sendFinished() {
        guard state == .waiting else { return }
        state = .finished(answersDue: 0)
        object.sendFinished()
    }

    public func sendUndo() { ask { object.sendUndo() } }
    public func sendRedo() { ask { object.sendRedo() } }

    public func sendUnavailable() {
        guard state != .unavailable else { return }
        state = .unavailable
        object.sendUnavailable()
    }

    private func ask(_ send: () -> Void) {
        guard case .finished(let due) = state else { return }
        state = .finished(answersDue: due + 1)
        send()
    }

    // MARK: Requests

    public func handle(_ request: DrayDragDropV1.Request, on object: DrayDragDropV1) {
        switch (request, state) {
        case (.destroy, _), (_, .unavailable): break
        case (.undo, .waiting), (.redo, .waiting):
            object.postError(.notFinished, "the drop has not finished")
        case (.undo, .finished): tell(self, .undo)
        case (.redo, .finished): tell(self, .redo)
        case (.answer, .waiting), (.answer, .finished(answersDue: 0)):
            object.postError(.notAsked, "answer without undo or redo")
        case (.answer(let result), .finished(let due)):
            state = .finished(answersDue: due - 1)
            tell(self, .answered(isDone: result == .done))
        }
    }

    public func errorCode(for error: InvalidArgument) -> UInt32? {
        error.message == "answer" ? DrayDragDropV1.Error.invalidResult.rawValue : nil
    }

    public func destroyed(_ object: DrayDragDropV1) {
        state = .unavailable
        tell(self, .gone)
    }
}
