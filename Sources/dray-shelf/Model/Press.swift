// SPDX-License-Identifier: MIT

/// A button or a finger that is down, and has not moved far enough yet to be a drag.
struct Press: Equatable {
    /// What it is down on; nil beside all items.
    let item: Item.ID?
    /// Where it went down.
    let start: Point
    /// The serial of its event. The compositor wants it with `wl_data_device.start_drag`, to know what began the drag.
    let serial: UInt32
    let device: Device
    let selects: Moment

    /// When what is pressed becomes the selection.
    enum Moment: Equatable {
        /// With the press: it has happened.
        case atOnce
        /// With the release, if there was no drag in between: the window was in the background, and something may be
        /// dragged out of there without a trace in it (HIG-28, HIG-39); or it is one of several, which may be dragged as one.
        /// - Parameter adds: whether the others stay selected.
        case onRelease(adds: Bool)
    }

    enum Device: Equatable {
        /// The left button of the mouse.
        case pointer
        /// `wl_touch`'s number of a finger.
        case finger(Int32)
    }

    /// In points (HIG-11): what the hand trembles is less.
    static let threshold = 3.0

    /// Whether moving to `point` makes it a drag.
    func isDrag(at point: Point) -> Bool { start.distance(to: point) >= Self.threshold }
}
