// SPDX-License-Identifier: MIT

public import DrayCore

/// The animation with which a drag image leaves the screen (HIG-16).
public enum DragEnding: Equatable, Sendable {
    /// Without success, and the origin is still visible: it returns to the home point.
    case flyBack
    /// Without success, and there is no position to return to: it grows and fades.
    case evaporate
    /// With success: it shrinks into this point of the global space. Several items fan out around it first.
    case land(at: Point)
}
