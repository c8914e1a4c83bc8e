// SPDX-License-Identifier: MIT

/// A guarantee of the text of `dray_drag_v1`, and the test that clients can make for it.
public struct ConformanceCheck: Sendable {
    /// The interface of the guarantee.
    public let chapter: Chapter
    public let text: String
    /// Whether the check needs pointer input.
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

    /// All checks in the order of the protocol's text.
    public static let all = ofManager + ofSource + ofItem + ofOffer + ofZones + ofDrop
}

/// The result of a check.
public enum Finding: Equatable, Sendable {
    case kept
    /// The check failed; the text says what happened instead.
    case broken(String)
    /// The check could not be made; the text says what was missing.
    case notLookedAt(String)
}

/// A guarantee that the compositor does not keep.
struct Broken: Error {
    let reason: String
}

/// A check that cannot be made here.
struct NotSeen: Error {
    let reason: String
}
