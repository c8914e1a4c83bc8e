// SPDX-License-Identifier: MIT

public import DrayCore

/// A control of the host on which content can be dropped, such as a taskbar, a trash can or the desktop.
///
/// The rules treat a place as a separate application, so content of clients is copied there (HIG-01), or as a part of
/// the given application of another window system. The host returns the place in a ``Pick`` while the content is over
/// it. When the control is destroyed, the host calls `DragEngine.remove(_:)` and releases the place.
public final class HostPlace {
    let id: SurfaceID
    let handlers: Handlers
    /// The application that owns the place, or nil for the host.
    let application: ForeignApplication?
    /// How the engine reads dropped content into memory, or nil if the host reads it.
    let taking: Taking?
    /// Returns the bounds of the place for the highlight ring (HIG-15) and for the flash before spring-loading
    /// (HIG-19). Global. Nil if the place is not visible or the host highlights it itself. Called while frames are
    /// made.
    public var bounds: (() -> Rectangle?)?

    /// The properties of a place whose dropped content the engine reads into memory.
    public struct Taking {
        /// The accepted types. The engine reads the source's richest type among them.
        public var types: Set<MimeType>
        /// The supported actions.
        public var actions: DragActions
        /// The maximum size in bytes. Larger content is rejected.
        public var limit: Int
        /// Called with the complete content and its type, or nil if it was incomplete or exceeded the limit. Returns
        /// whether the host could use it, which ends the drop. Called once for each drop, asynchronously, while the
        /// engine exists.
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

    /// The callbacks of a place.
    public struct Handlers {
        /// The content entered the place. Returns nil to reject it.
        public var entered: (DragID, Offering) -> Answer?
        /// The content moved over the place, to a point in the place's coordinates.
        public var moved: (DragID, Point) -> Void
        /// The content left the place without a drop.
        public var left: (DragID) -> Void
        /// The content was dropped on the place, with this action. The host calls `DragEngine.take`, or reads with
        /// `DragEngine.read` and ends the drop with `DragEngine.finish`, during this call or later.
        public var dropped: (DragID, DragAction) -> Void
        /// The content has hovered over the place: the place is activated as if clicked, and the drag continues
        /// (HIG-19). Nil if the place does not spring.
        public var sprung: ((DragID) -> Void)?
        /// The current action on the place changed; nil if a drop would do nothing. Also called when the content
        /// enters.
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

    /// The content offered to the place.
    public struct Offering: Equatable, Sendable {
        /// The offered types, in the source's order.
        public var types: [MimeType]
        public var actions: DragActions
        /// The position where the content entered, in the place's coordinates.
        public var position: Point
    }

    /// The answer of a place to an offer.
    public struct Answer: Equatable, Sendable {
        /// The accepted type. A type that was not offered counts as a rejection.
        public var type: MimeType
        /// The supported actions.
        public var actions: DragActions
        /// The preferred action.
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

    /// Creates a place whose dropped content the engine reads into memory, without other callbacks.
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
    /// Returns the richest of the offered types that the place accepts.
    func type(of offered: [MimeType]) -> MimeType? { Representations(offered).richest(of: types) }

    fileprivate var preferred: DragAction? {
        [.copy, .move].first { actions.contains(DragActions(rawValue: $0.rawValue)) }
    }
}
