// SPDX-License-Identifier: MIT

/// What a frame is asked for: the parts of a drag image that move on their own.
public enum TimelineLayer: Equatable, Sendable {
    /// The drag image at rest: the client's icon, or the whole flock drawn as one picture.
    case stack
    /// The picture that `stack` replaces, while one fades into the other.
    case previous
    /// One sheet of a flock on its way, counted from the front; 0 is the item under the pointer.
    case sheet(Int)
    /// The badge. It stays with the pointer, and goes first when the drag ends.
    case badge
}
