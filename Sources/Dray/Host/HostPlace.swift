// SPDX-License-Identifier: MIT

public import DrayCore

/// A control of the host's own that content can be dropped on: a task bar, a wastebasket, the desktop.
///
/// To the rules it is an application of its own, so content of clients is copied there (HIG-01). Named in a ``Pick`` while the
/// content is over it; the host lets go of it when the control goes, after `DragEngine.remove(_:)`.
public final class HostPlace {
    let id: SurfaceID
    let handlers: Handlers

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

        public init(
            entered: @escaping (DragID, Offering) -> Answer?, moved: @escaping (DragID, Point) -> Void = { _, _ in },
            left: @escaping (DragID) -> Void = { _ in }, dropped: @escaping (DragID, DragAction) -> Void,
            sprung: ((DragID) -> Void)? = nil
        ) {
            self.entered = entered
            self.moved = moved
            self.left = left
            self.dropped = dropped
            self.sprung = sprung
        }
    }

    /// What is offered to the place.
    public struct Offering: Equatable, Sendable {
        /// In the source's order.
        public var types: [MimeType]
        public var actions: DragActions
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

    public init(_ handlers: Handlers) {
        id = .ofHost()
        self.handlers = handlers
    }
}
