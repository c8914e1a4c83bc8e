// SPDX-License-Identifier: MIT

public import DrayCore

/// How a drag image leaves the screen (HIG-16).
public enum DragEnding: Equatable, Sendable {
    /// No success, and the origin is still visible: back to the home point.
    case flyBack
    /// No success, and nowhere to return to: it grows and fades.
    case evaporate
    /// Success: it shrinks into this point of the global space. Several items fan out around it first.
    case land(at: Point)
}
