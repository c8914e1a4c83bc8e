// SPDX-License-Identifier: MIT

// A drag by name is one by keyboard for which nobody presses keys: picked up where the one name is, dropped where the other is.

extension KeyboardDrag {
    /// From where to where.
    public struct Errand: Hashable, Sendable {
        public var source: DropStop
        public var target: DropStop
        /// What a person calls them.
        public var name: String
        public var targetName: String

        public init(from source: DropStop, called name: String, to target: DropStop, called targetName: String) {
            self.source = source
            self.target = target
            self.name = name
            self.targetName = targetName
        }

        /// What became of it.
        public enum End: Hashable, Sendable {
            /// Let go of where it was to go, which takes it: from here on it is as any other drop.
            case dropped
            /// What lies at the one place cannot be dragged.
            case notDraggable
            /// The other place does not take it.
            case refused
            /// A hand, or a key, has taken it over.
            case takenOver
            /// Escape, a source or a window that has gone, a session that was locked.
            case interrupted
        }
    }

    /// Something is to be dragged by name.
    /// - Returns: nothing if a person drags by keyboard already.
    public mutating func begin(_ errand: Errand, at time: Instant) -> [Effect] {
        guard case .off = state else { return [] }
        self.errand = errand
        picked = nil
        let point = errand.source.point
        state = .lifting(Lift(at: point, side: Self.side(from: point, in: errand.source.window), time: time))
        return [.start, .move(point), .tell(.draggingByName(errand.name, to: errand.targetName))]
    }

    /// What becomes of an errand is known, if there is one.
    mutating func finish(_ end: Errand.End) -> [Effect] {
        guard errand != nil else { return [] }
        errand = nil
        return [.errandDone(end)]
    }
}
