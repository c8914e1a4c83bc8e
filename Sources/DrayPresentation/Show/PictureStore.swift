// SPDX-License-Identifier: MIT

/// The drawings that every drag needs again: badges, the ring around a target, and standard images. Kept for as long as their
/// style is used, by all drags of an engine, so that the first frame of a drag draws nothing that was drawn before.
///
/// A host keeps what it has made of a picture for as long as it meets the picture's number again (``Pixels/number``): what is
/// kept here needs not be handed to the screen anew either.
public final class PictureStore {
    private var style: Style?
    private var badges: [Badge: Picture] = [:]
    private var standardStacks: [StandardStack: Picture] = [:]
    private var drawnRing: HighlightRing?

    /// What the drawings depend on. One at a time is kept: two outputs of unlike scale share a drag rarely.
    private struct Style: Equatable {
        var scale: Double
        var appearance: Appearance
        var contrast: Contrast
    }

    /// Numbers have no end, and nobody comes back to the badge of the last but fortieth.
    private static let badgeLimit = 40
    /// Every standard image alone, and a few flocks. One of ordinary size has 24 kB at a scale of 1.
    private static let standardLimit = 16

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

    /// What is shown of standard images at rest, as ``ImagePainter/stack(of:items:looks:)`` draws it.
    func stack(of stack: StandardStack, _ style: PresentationStyle, count: inout Int) -> Picture? {
        use(style)
        if let picture = standardStacks[stack] { return picture }
        guard let picture = stack.drawn(by: ImagePainter(scale: style.scale, palette: style.palette)) else {
            return nil
        }
        count += 1
        if standardStacks.count >= Self.standardLimit { standardStacks = [:] }
        standardStacks[stack] = picture
        return picture
    }

    private func use(_ style: PresentationStyle) {
        let wanted = Style(scale: style.scale, appearance: style.appearance, contrast: style.contrast)
        guard wanted != self.style else { return }
        self.style = wanted
        badges = [:]
        standardStacks = [:]
        drawnRing = nil
    }
}
