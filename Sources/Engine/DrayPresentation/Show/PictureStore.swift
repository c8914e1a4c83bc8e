// SPDX-License-Identifier: MIT

/// The drawings that all drags share: badges, the ring around a target, and standard images. They are cached while
/// their style is in use, for all drags of an engine, so that the first frame of a drag does not redraw them.
///
/// A host can cache its own representation of an image by its number (``Pixels/number``), so the drawings cached here
/// need not be uploaded again either.
public final class PictureStore {
    private var style: Style?
    private var badges: [Badge: Picture] = [:]
    private var standardStacks: [StandardStack: Picture] = [:]
    private var drawnRing: HighlightRing?

    /// The parameters of the drawings. Only one style is cached: a drag across outputs of different scales is rare.
    private struct Style: Equatable {
        var scale: Double
        var appearance: Appearance
        var contrast: Contrast
    }

    /// The maximum number of cached badges. Numbers are unbounded, and older badges are rarely needed again.
    private static let badgeLimit = 40
    /// The maximum number of cached standard images: each alone, and a few flocks. One of ordinary size has 24 kB at
    /// scale 1.
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

    /// Returns the drawing of standard images at rest, see ``ImagePainter/stack(of:items:looks:)``.
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
