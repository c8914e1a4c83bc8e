// SPDX-License-Identifier: MIT

// The states of one entry, and what leads from one to the next. Events that a row does not name change nothing there.
//
//   state     event                                     next      what else
//   --------  ----------------------------------------  --------  -----------------------------------------------
//   (none)    a drop has finished                       done      what is undone is forgotten: it cannot come back
//   done      undo, and it is the last that is done     undone
//   undone    redo, and it is the first that is undone  done
//   done      undo of this one                          undone    it is the first to be done again
//   undone    redo of this one                          done      it is the last that was done
//   both      it cannot be taken back after all         (none)
//   both      more drops than the limit, it is oldest   (none)

/// What was dropped where, by whom and to what end, in its order (HIG-26): a value that keeps the last drops, and says
/// which is to be undone or done again next.
///
/// It knows names of types and numbers of applications, never content. What an entry can be used for is the host's matter:
/// to show what happened, and where. Whether its clients can take a drop back is theirs: `wl_data_device` has no word for
/// it.
public struct DropJournal: Equatable, Sendable {
    /// Those that are done, then those that are undone; each the oldest first.
    private var drops: [Drop] = []
    private var doneCount = 0

    /// Drops that are kept; a person remembers fewer.
    public static let limit = 100

    /// One drop.
    public struct Drop: Equatable, Sendable {
        public let drag: DragID
        /// Where the content came from.
        public let origin: DragOrigin
        /// What it was dropped on.
        public let target: Target
        /// What happened to it. Never `ask`.
        public let action: DragAction
        /// What it was offered as, in the source's order. Names only.
        public let types: Representations
        public let itemCount: Int
        /// When the target had finished, on the host's clock.
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

    /// What was done and not undone, the oldest first.
    public var done: some RandomAccessCollection<Drop> { drops[..<doneCount] }

    /// What can be done again, the next first.
    public var undone: some RandomAccessCollection<Drop> { drops[doneCount...] }

    /// Whether a drop is done or undone.
    public enum Standing: Hashable, Sendable {
        case done
        case undone
    }

    /// How a drop stands; nil if it is not among those that are kept.
    public func standing(of drag: DragID) -> Standing? {
        guard let index = drops.firstIndex(where: { $0.drag == drag }) else { return nil }
        return index < doneCount ? .done : .undone
    }

    /// A drop has finished.
    public mutating func record(_ drop: Drop) {
        drops.removeSubrange(doneCount...)
        drops.append(drop)
        if drops.count > Self.limit { drops.removeFirst() }
        doneCount = drops.count
    }

    /// The last drop that is done is undone.
    /// - Returns: which; nil if there is none.
    public mutating func undo() -> Drop? {
        guard doneCount > 0 else { return nil }
        doneCount -= 1
        return drops[doneCount]
    }

    /// The drop that was undone last is done again.
    /// - Returns: which; nil if there is none.
    public mutating func redo() -> Drop? {
        guard doneCount < drops.count else { return nil }
        doneCount += 1
        return drops[doneCount - 1]
    }

    /// This drop is undone, whatever was dropped after it.
    /// - Returns: which; nil if it is not one that is done.
    public mutating func undo(_ drag: DragID) -> Drop? {
        guard let index = drops[..<doneCount].firstIndex(where: { $0.drag == drag }) else { return nil }
        drops.insert(drops.remove(at: index), at: doneCount - 1)
        return undo()
    }

    /// This drop is done again, whatever was undone after it.
    /// - Returns: which; nil if it is not one that is undone.
    public mutating func redo(_ drag: DragID) -> Drop? {
        guard let index = drops[doneCount...].firstIndex(where: { $0.drag == drag }) else { return nil }
        drops.insert(drops.remove(at: index), at: doneCount)
        return redo()
    }

    /// This drop is none that could be undone or done again.
    public mutating func forget(_ drag: DragID) {
        guard let index = drops.firstIndex(where: { $0.drag == drag }) else { return }
        drops.remove(at: index)
        if index < doneCount { doneCount -= 1 }
    }

    /// Nothing has happened: another person sits down, or the session ends.
    public mutating func forget() { self = DropJournal() }
}
