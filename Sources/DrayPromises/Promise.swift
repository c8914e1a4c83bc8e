// SPDX-License-Identifier: MIT

/// One thing that the text of `dray_drag_v1` promises to clients, and how clients find out whether it is kept.
public struct Promise: Sendable {
    /// The interface that the promise is about.
    public let chapter: Chapter
    public let text: String
    /// Whether somebody has to move the pointer and press its button.
    public let needsHand: Bool

    let check: @Sendable (Stage) throws -> Void

    init(
        _ chapter: Chapter, _ text: String, needsHand: Bool = false, _ check: @escaping @Sendable (Stage) throws -> Void
    ) {
        self.chapter = chapter
        self.text = text
        self.needsHand = needsHand
        self.check = check
    }

    public enum Chapter: String, CaseIterable, Sendable {
        case manager = "dray_drag_manager_v1"
        case source = "dray_drag_source_v1"
        case item = "dray_drag_item_v1"
        case offer = "dray_drag_offer_v1"
        case zones = "dray_drag_surface_v1 and dray_drag_zone_v1"
        case drop = "dray_drag_drop_v1"
    }

    /// All of them, in the order of the protocol's text.
    public static let all = ofManager + ofSource + ofItem + ofOffer + ofZones + ofDrop
}

/// What was found of one promise.
public enum Finding: Equatable, Sendable {
    case kept
    /// The text says what happened in its place.
    case broken(String)
    /// There was no way to look; the text says what was missing.
    case notLookedAt(String)
}

/// A promise that is not kept.
struct Broken: Error {
    let reason: String
}

/// A promise that cannot be looked at here.
struct NotSeen: Error {
    let reason: String
}
