// SPDX-License-Identifier: MIT

public import DrayCore
public import WaylandServer

// Drags by keyboard (HIG-32) and by name (HIG-33), which the seat's aids perform.

extension DragSeat {
    /// Handles the host's shortcut for dragging by keyboard. Tab and the arrow keys move the pointer, and Return picks
    /// up the object under it. Then Tab moves to the next target that accepts the content, Return drops, and Escape
    /// cancels. The shortcut also ends picking. Tab cycles through the named objects of the windows if announcements
    /// are on (`DragEngine.speak`) and applications support assistive technology; otherwise it cycles through windows.
    ///
    /// From now on the host calls ``handle(_:)`` for each key and ``modifiersChanged(to:)`` for each change, until
    /// `HostEffect.keyboardReleased`, and performs `HostEffect.playPointer`.
    /// - Parameters:
    ///   - surface: The surface of the focused window, or nil.
    ///   - pointer: The seat's pointer position, or nil if it has no pointer. Global. Picking starts there if it is
    ///     within the window, and otherwise in the window's middle.
    /// - Returns: False if a drag is in progress, or there is neither a window nor a pointer.
    @discardableResult
    public func beginKeyboardDrag(in surface: WlSurface?, pointer: Point?) -> Bool {
        keyboardDrag.begin(in: surface, pointer: pointer, self)
    }

    /// Whether the user drags by keyboard, or picks an object to drag.
    public var isDraggingByKeyboard: Bool { keyboardDrag.isOn }

    /// Drags the object with one name to the target with another, as a drag by keyboard: the drag has the keyboard
    /// until its end, pointer motion takes over, and Escape cancels. The applications of visible windows are asked for
    /// their objects, concurrently and for at most a second. Every such drag is announced. Needs `DragEngine.speak`,
    /// and the host support that ``beginKeyboardDrag(in:pointer:)`` needs.
    /// - Parameters:
    ///   - pointer: The point from which the nearest of several objects is chosen; nil for the middle of the focused
    ///     window. Global.
    ///   - then: Called once with the result, asynchronously or before this returns.
    public func drag(
        _ request: NamedDragRequest, near pointer: Point? = nil, then: @escaping (NamedDragEnd) -> Void
    ) {
        namedDrag.begin(request, near: pointer, self, then: then)
    }

    /// Lists the named objects in visible windows, the topmost window first, within at most a second.
    /// - Parameter title: The title of the windows, or a part of it; nil for all.
    public func listNames(in title: String? = nil, then: @escaping (Result<[NamedWindow], NameMistake>) -> Void) {
        namedDrag.list(in: title, self, then: then)
    }

    /// Performs a pointer event that is generated rather than a device's.
    func whilePlaying(_ play: () -> Void) {
        let before = isPlaying
        isPlaying = true
        play()
        isPlaying = before
    }

    /// The result of a drag by name.
    public enum NamedDragEnd: Equatable, Sendable {
        /// Dropped on the target, which accepted it. The rest is as for any drop.
        case dropped
        /// A name was not found.
        case notFound(NameMistake)
        /// The source object cannot be dragged.
        case notDraggable
        /// The target does not accept the content.
        case refused
        /// The pointer or a key took over the drag.
        case takenOver
        /// Cancelled by Escape, or by the destruction of a source or window.
        case interrupted
        /// A drag, or a search for one, is already in progress.
        case busy
        /// The session is locked.
        case locked
        /// The host does not support drags by keyboard, or `dray-access` is missing.
        case notPossible

        /// A message for the requesting program.
        public var words: String {
            switch self {
            case .dropped: "dropped"
            case .notFound(let mistake): mistake.words
            case .notDraggable: "the source cannot be dragged"
            case .refused: "the target does not accept it"
            case .takenOver: "the user took over the drag"
            case .interrupted: "the drag was cancelled"
            case .busy: "a drag is already in progress"
            case .locked: "the session is locked"
            case .notPossible: "dragging by name is not available"
            }
        }
    }
}
