// SPDX-License-Identifier: MIT

public import WaylandServer
public import WaylandUtil

// One side of a drop that can be taken back. Requests that a row does not name change nothing there.
//
//   state        event                                   next         what is said
//   -----------  --------------------------------------  -----------  -----------------------------------
//   waiting      the drop has finished, can be undone    finished     finished
//                it has not, or cannot                   unavailable  unavailable
//                undo, redo, answer                      (an error)
//   finished     undo, redo                              finished     nothing yet: the engine decides
//                it is undone, or redone                 finished     undo, redo; an answer is due
//                answer                                  finished     an error where none is due
//                it cannot be taken back any more        unavailable  unavailable
//   unavailable  any                                     unavailable  nothing

/// What a client has of a drop by `dray_drag_drop_v1` (HIG-26): its source's side, or its target's.
public final class DropHandle: ResourceHandler {
    private let object: DrayDragDropV1
    private let tell: (DropHandle, Event) -> Void
    private var state = State.waiting

    private enum State: Equatable {
        case waiting
        case finished(answersDue: Int)
        case unavailable
    }

    /// What the client says of the drop.
    enum Event {
        case undo
        case redo
        case answered(isDone: Bool)
        /// It cannot take the drop back any more.
        case gone
    }

    init(_ object: DrayDragDropV1, _ tell: @escaping (DropHandle, Event) -> Void) {
        self.object = object
        self.tell = tell
    }

    /// Whether its client can do what it is asked.
    public var isUsable: Bool { object.resource.isAlive && state != .unavailable }

    /// Whether the client has been asked, and has not answered.
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
            object.postError(.notAsked, "an answer to nothing")
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
