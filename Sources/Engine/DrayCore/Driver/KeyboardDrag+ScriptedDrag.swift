// SPDX-License-Identifier: MIT

// A drag by name is a drag by keyboard without key presses: it picks up the content at one named object and drops it at
// another.

extension KeyboardDrag {
    /// The source and the target of a drag by name.
    public struct ScriptedDrag: Hashable, Sendable {
        public var source: DropCandidate
        public var target: DropCandidate
        /// The user-visible names.
        public var name: String
        public var targetName: String

        public init(
            from source: DropCandidate, called name: String, to target: DropCandidate, called targetName: String
        ) {
            self.source = source
            self.target = target
            self.name = name
            self.targetName = targetName
        }

        /// The result of a drag by name.
        public enum End: Hashable, Sendable {
            /// Released over the target, which accepts the content. From here on the drop is like any other.
            case dropped
            /// The source cannot be dragged.
            case notDraggable
            /// The target does not accept the content.
            case refused
            /// The pointer or a key has taken over the drag.
            case takenOver
            /// Escape was pressed, the source or a window was destroyed, or the session was locked.
            case interrupted
        }
    }

    /// Begins a drag by name.
    /// - Returns: No effects if a drag by keyboard is in progress.
    public mutating func begin(_ errand: ScriptedDrag, at time: Instant) -> [Effect] {
        guard case .off = state else { return [] }
        self.errand = errand
        picked = nil
        let point = errand.source.point
        state = .lifting(Lift(at: point, side: Self.side(from: point, in: errand.source.window), time: time))
        return [.start, .move(point), .tell(.draggingByName(errand.name, to: errand.targetName))]
    }

    /// Reports the result of a drag by name, if there is one.
    mutating func finish(_ end: ScriptedDrag.End) -> [Effect] {
        guard errand != nil else { return [] }
        errand = nil
        return [.errandDone(end)]
    }
}
