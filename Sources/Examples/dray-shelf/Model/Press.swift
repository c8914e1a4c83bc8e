// SPDX-License-Identifier: MIT

/// A press of a button or a touch point that has not moved far enough to begin a drag.
struct Press {
    /// The card under it; nil outside of all cards.
    let item: Item.ID?
    let start: Point
    /// The serial of the press, which `wl_data_device.start_drag` requires.
    let serial: UInt32
    let device: Device
    var selection = Selection.isDone

    /// What a release without a drag does to the selection.
    enum Selection {
        /// Nothing: the press has selected the card.
        case isDone
        /// It selects the card: the window was in the background, from where a drag must not change the selection
        /// (HIG-28, HIG-39), or the card is one of several that may be dragged together.
        case replaces
        /// It adds the card, or removes it.
        case toggles
        /// It adds the card to the drag of another finger, or removes it (HIG-07).
        case joinsDrag
    }

    enum Device: Equatable {
        /// The left mouse button.
        case pointer
        /// A touch point, by its `wl_touch` id.
        case finger(Int32)
    }

    /// The drag threshold in points (HIG-11), which ignores a trembling drag.
    static let threshold = 3.0

    /// Whether moving to `point` begins a drag.
    func isDrag(at point: Point) -> Bool { start.distance(to: point) >= Self.threshold }
}
