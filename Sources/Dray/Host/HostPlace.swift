// SPDX-License-Identifier: MIT

public import DrayCore

/// A control of the host's own that content can be dropped on: a task bar, a wastebasket, the desktop.
///
/// To the rules it is an application of its own, so content of clients is copied there (HIG-01); or a part of the one that it
/// names, which is no Wayland client. Named in a ``Pick`` while the
/// content is over it; the host lets go of it when the control goes, after `DragEngine.remove(_:)`.
public final class HostPlace {
    let id: SurfaceID
    let handlers: Handlers
    /// Whose it is; nil: the host's.
    let application: ForeignApplication?
    /// What is dropped is read for the host; nil: the host does so.
    let taking: Taking?
    /// Asked as frames are made: what the line around a target goes round (HIG-15), and flashes before it springs (HIG-19). Global;
    /// nil for nothing, where it cannot be seen or the host marks it itself.
    public var bounds: (() -> Rectangle?)?

    /// A place that takes what is dropped on it into memory.
    public struct Taking {
        /// The types that it takes; of those that are offered, the source's richest.
        public var types: Set<MimeType>
        /// What it can do with content.
        public var actions: DragActions
        /// In bytes; of what is larger nothing is taken.
        public var limit: Int
        /// All of it has come, as one of the types; nil if it has not, or is more than the limit. Answers whether the host
        /// could take it, which ends the drop. Called once for each drop, later, as long as the engine lives.
        public var taken: (DragID, MimeType, [UInt8]?) -> Bool

        public init(
            types: Set<MimeType>, actions: DragActions = .copy, limit: Int,
            taken: @escaping (DragID, MimeType, [UInt8]?) -> Bool
        ) {
            self.types = types
            self.actions = actions
            self.limit = limit
            self.taken = taken
        }
    }

    /// What the place is asked and told.
    public struct Handlers {
        /// Content came over the place. Nil: it does not take it.
        public var entered: (DragID, Offering) -> Answer?
        /// The content moved over it, to a point local to the place.
        public var moved: (DragID, Point) -> Void
        /// The content is over it no longer, without a drop.
        public var left: (DragID) -> Void
        /// The content was dropped on it, and this is to become of it. The host calls `DragEngine.take`; or it reads by
        /// `DragEngine.read` and ends by `DragEngine.finish`. In here or later.
        public var dropped: (DragID, DragAction) -> Void
        /// The content has rested over the place: it is activated, as by a click, while the drag goes on (HIG-19). Nil: it does
        /// not spring.
        public var sprung: ((DragID) -> Void)?
        /// What a drop would do on it has changed; nil: nothing. Told as the content comes over it as well.
        public var decided: ((DragID, DragAction?) -> Void)?

        public init(
            entered: @escaping (DragID, Offering) -> Answer?, moved: @escaping (DragID, Point) -> Void = { _, _ in },
            left: @escaping (DragID) -> Void = { _ in }, dropped: @escaping (DragID, DragAction) -> Void,
            sprung: ((DragID) -> Void)? = nil, decided: ((DragID, DragAction?) -> Void)? = nil
        ) {
            self.entered = entered
            self.moved = moved
            self.left = left
            self.dropped = dropped
            self.sprung = sprung
            self.decided = decided
        }
    }

    /// What is offered to the place.
    public struct Offering: Equatable, Sendable {
        /// In the source's order.
        public var types: [MimeType]
        public var actions: DragActions
        /// Where it came in, local to the place.
        public var position: Point
    }

    /// What the place says of it.
    public struct Answer: Equatable, Sendable {
        /// The one that it takes; one that is not offered is as none.
        public var type: MimeType
        /// What it can do.
        public var actions: DragActions
        /// What it likes best.
        public var preferred: DragAction?

        public init(type: MimeType, actions: DragActions, preferred: DragAction? = nil) {
            self.type = type
            self.actions = actions
            self.preferred = preferred
        }
    }

    public init(_ handlers: Handlers, of application: ForeignApplication? = nil) {
        id = .ofHost()
        self.handlers = handlers
        self.application = application
        taking = nil
    }

    /// A place that takes what is dropped on it into memory, and does no more.
    public init(_ taking: Taking) {
        id = .ofHost()
        application = nil
        self.taking = taking
        handlers = Handlers(
            entered: { _, offering in
                taking.type(of: offering.types).map {
                    Answer(type: $0, actions: taking.actions, preferred: taking.preferred)
                }
            }, dropped: { _, _ in })
    }
}

extension HostPlace.Taking {
    /// Which of these it takes.
    func type(of offered: [MimeType]) -> MimeType? { Representations(offered).richest(of: types) }

    fileprivate var preferred: DragAction? {
        [.copy, .move].first { actions.contains(DragActions(rawValue: $0.rawValue)) }
    }
}
