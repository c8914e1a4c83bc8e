// SPDX-License-Identifier: MIT

/// What a drag can lose while it lasts.
enum Victim: Hashable {
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
    /// An object of `dray_drag_v1`.
    case words(Words)

    /// Each of its interfaces.
    enum Words: String, CaseIterable {
        case source, origin, item, preview, offer, surface, zone, sourceDrop, targetDrop, managers
    }

    static let base: [Victim] = [
        .sourceClient, .targetClient, .sourceObject, .offer, .sourceDevice, .targetDevice, .originSurface, .iconSurface,
        .focusedSurface, .capability,
    ]
    static let words = Words.allCases.map(Victim.words)
}
