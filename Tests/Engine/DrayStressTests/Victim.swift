// SPDX-License-Identifier: MIT

/// A client, object or device that can be lost during a drag.
enum Victim: Hashable {
    case sourceClient
    case targetClient
    case sourceObject
    case offer
    case sourceDevice
    case targetDevice
    case originSurface
    case iconSurface
    /// The surface under the pointer or the finger.
    case focusedSurface
    /// The device that drives the drag: the seat's pointer or touch screen.
    case capability
    /// An object of `dray_drag_v1`.
    case words(Words)

    /// The interfaces of `dray_drag_v1`.
    enum Words: String, CaseIterable {
        case source, origin, item, preview, offer, surface, zone, sourceDrop, targetDrop, managers
    }

    static let base: [Victim] = [
        .sourceClient, .targetClient, .sourceObject, .offer, .sourceDevice, .targetDevice, .originSurface, .iconSurface,
        .focusedSurface, .capability,
    ]
    static let words = Words.allCases.map(Victim.words)
}
