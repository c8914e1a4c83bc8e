// SPDX-License-Identifier: MIT

// The states of one entry and their transitions. Events that a row does not name have no effect in that state.
//
//   state     event                                     next      also
//   --------  ----------------------------------------  --------  -----------------------------------------------
//   (none)    a drop finishes                           done      undone entries are removed: no redo any more
//   done      undo, for the last one done               undone
//   undone    redo, for the first one undone            done
//   done      undo of this entry                        undone    it becomes the first to redo
//   undone    redo of this entry                        done      it becomes the last one done
//   both      it can no longer be undone or redone      (none)
//   both      the limit is exceeded, it is the oldest   (none)

/// The journal of the last drops in their order (HIG-26), with undo and redo.
///
/// It contains names of types and identifiers of applications, never content. The host decides how to use an entry, for
/// example to show what was dropped where. Undoing a drop depends on its clients: `wl_data_device` has no request for
/// it.
public struct DropJournal: Equatable, Sendable {
    /// The drops that are done, then those that are undone; each the oldest first.
    private var drops: [Drop] = []
    private var doneCount = 0

    /// The maximum number of drops in the journal; more than a user remembers.
    public static let limit = 100

    /// One drop.
    public struct Drop: Equatable, Sendable {
        public let drag: DragID
        /// The origin of the content.
        public let origin: DragOrigin
        /// The target of the drop.
        public let target: Target
        /// The final action. Never `ask`.
        public let action: DragAction
        /// The offered types in the source's order. Names only.
        public let types: Representations
        public let itemCount: Int
        /// The time when the target finished, on the host's clock.
        public let time: Instant

        public init(
            drag: DragID, origin: DragOrigin, target: Target, action: DragAction, types: Representations,
            itemCount: Int, time: Instant
        ) {
            self.drag = drag
            self.origin = origin
            self.target = target
            self.action = action
            self.types = types
            self.itemCount = itemCount
            self.time = time
        }
    }

    public init() {}

    /// The drops that are done, the oldest first.
    public var done: some RandomAccessCollection<Drop> { drops[..<doneCount] }

    /// The drops that can be redone, the next one first.
    public var undone: some RandomAccessCollection<Drop> { drops[doneCount...] }

    /// Whether a drop is done or undone.
    public enum Standing: Hashable, Sendable {
        case done
        case undone
    }

    /// Returns whether a drop is done or undone; nil if it is not in the journal.
    public func standing(of drag: DragID) -> Standing? {
        guard let index = drops.firstIndex(where: { $0.drag == drag }) else { return nil }
        return index < doneCount ? .done : .undone
    }

    /// Records a finished drop.
    public mutating func record(_ drop: Drop) {
        drops.removeSubrange(doneCount...)
        drops.append(drop)
        if drops.count > Self.limit { drops.removeFirst() }
        doneCount = drops.count
    }

    /// Undoes the last drop that is done.
    /// - Returns: The drop, or nil if there is none.
    public mutating func undo() -> Drop? {
        guard doneCount > 0 else { return nil }
        doneCount -= 1
        return drops[doneCount]
    }

    /// Redoes the drop that was undone last.
    /// - Returns: The drop, or nil if there is none.
    public mutating func redo() -> Drop? {
        guard doneCount < drops.count else { return nil }
        doneCount += 1
        return drops[doneCount - 1]
    }

    /// Undoes this drop, regardless of later ones.
    /// - Returns: The drop, or nil if it is not done.
    public mutating func undo(_ drag: DragID) -> Drop? {
        guard let index = drops[..<doneCount].firstIndex(where: { $0.drag == drag }) else { return nil }
        drops.insert(drops.remove(at: index), at: doneCount - 1)
        return undo()
    }

    /// Redoes this drop, regardless of those that were undone after it.
    /// - Returns: The drop, or nil if it is not undone.
    public mutating func redo(_ drag: DragID) -> Drop? {
        guard let index = drops[doneCount...].firstIndex(where: { $0.drag == drag }) else { return nil }
        drops.insert(drops.remove(at: index), at: doneCount)
        return redo()
    }

    /// Removes this drop: it can no longer be undone or redone.
    public mutating func forget(_ drag: DragID) {
        guard let index = drops.firstIndex(where: { $0.drag == drag }) else { return }
        drops.remove(at: index)
        if index < doneCount { doneCount -= 1 }
    }

    /// Clears the journal, for a change of user or the end of the session.
    public mutating func forget() { self = DropJournal() }
}
