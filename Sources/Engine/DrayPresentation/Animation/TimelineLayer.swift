// SPDX-License-Identifier: MIT

/// The parts of a drag image that are animated separately.
public enum TimelineLayer: Equatable, Sendable {
    /// The drag image at rest: the client's icon, or the whole flock as one image.
    case stack
    /// The image that `stack` replaces during a cross-fade.
    case previous
    /// One moving sheet of a flock, counted from the front; 0 is the item under the pointer.
    case sheet(Int)
    /// The badge. It stays with the pointer, and fades first when the drag ends.
    case badge
}
