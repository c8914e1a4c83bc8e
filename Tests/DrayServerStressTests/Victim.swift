// SPDX-License-Identifier: MIT

/// What a drag can lose while it lasts.
enum Victim: String, CaseIterable {
    case sourceClient
    case targetClient
    case sourceObject
    case offer
    case sourceDevice
    case targetDevice
    case originSurface
    case iconSurface
    /// The surface that the pointer or the finger is over.
    case focusedSurface
    /// What drives the drag: the seat's pointer or its touch screen.
    case capability
}
