// SPDX-License-Identifier: MIT

/// The drawings that every drag needs again: badges, and the ring around a target. Kept for as long as their style is used,
/// by all drags of an engine, so that the first frame of a drag draws nothing that was drawn before.
public final class PictureStore {
    private var style: Style?
    private var badges: [Badge: Picture] = [:]
    private var drawnRing: HighlightRing?

    /// What the drawings depend on. One at a time is kept: two outputs of unlike scale share a drag rarely.
    private struct Style: Equatable {
        var scale: Double
        var appearance: Appearance
        var contrast: Contrast
    }

    /// Numbers have no end, and nobody comes back to the badge of the last but fortieth.
    private static let badgeLimit = 40

    public init() {}

    /// The drawing of a badge; nil for none.
    func badge(_ badge: Badge, _ style: PresentationStyle, count: inout Int) -> Picture? {
        use(style)
        guard badge != .none else { return nil }
        if let picture = badges[badge] { return picture }
        guard let picture = BadgePainter(scale: style.scale, palette: style.palette).picture(of: badge) else {
            return nil
        }
        count += 1
        if badges.count >= Self.badgeLimit { badges = [:] }
        badges[badge] = picture
        return picture
    }

    func ring(_ style: PresentationStyle, count: inout Int) -> HighlightRing? {
        use(style)
        if let drawnRing { return drawnRing }
        count += 1
        drawnRing = HighlightRing(style: style)
        return drawnRing
    }

    private func use(_ style: PresentationStyle) {
        let wanted = Style(scale: style.scale, appearance: style.appearance, contrast: style.contrast)
        guard wanted != self.style else { return }
        self.style = wanted
        badges = [:]
        drawnRing = nil
    }
}
