// SPDX-License-Identifier: MIT

/// The colours of badges, pages and rings.
///
/// White signs have a contrast of at least 4.5:1 on every fill, as required for small text. A rim separates each badge
/// from its background.
struct Palette {
    let plus: Colour
    let ask: Colour
    let count: Colour
    let sign: Colour
    /// The rim around every badge.
    let rim: Colour
    /// The background of the not-allowed badge and of the progress ring.
    let ground: Colour
    let struck: Colour
    let track: Colour
    let progress: Colour
    let shadow: Colour
    let paperTop: Colour
    let paperBottom: Colour
    let paperEdge: Colour
    let ink: Colour
    let fold: Colour
    let accent: Colour

    /// The palette for an appearance and contrast.
    static func of(_ appearance: Appearance, _ contrast: Contrast) -> Palette {
        switch (appearance, contrast) {
        case (.light, .standard): light
        case (.dark, .standard): dark
        case (.light, .high): lightHigh
        case (.dark, .high): darkHigh
        }
    }

    private static let light = Palette(
        plus: Colour(0x1a7f37), ask: Colour(0x5b4bc4), count: Colour(0x0b63ce), sign: .white, rim: .white,
        ground: .white, struck: Colour(0xcf222e), track: Colour(0xd5d8de), progress: Colour(0x0b63ce),
        shadow: Colour(0x000000, alpha: 0.34), paperTop: .white, paperBottom: Colour(0xf3f4f7),
        paperEdge: Colour(0x000000, alpha: 0.20), ink: Colour(0x9aa1ad), fold: Colour(0xd9dde4),
        accent: Colour(0x0b63ce))

    private static let dark = Palette(
        plus: Colour(0x1f8a3f), ask: Colour(0x6a5ad2), count: Colour(0x1769d6), sign: .white, rim: Colour(0x1d1f24),
        ground: Colour(0x2a2d34), struck: Colour(0xff6b63), track: Colour(0x4a4e58), progress: Colour(0x6cb0ff),
        shadow: Colour(0x000000, alpha: 0.60), paperTop: Colour(0x4a4e57), paperBottom: Colour(0x3e424a),
        paperEdge: Colour(0xffffff, alpha: 0.22), ink: Colour(0x9ba2ae), fold: Colour(0x646a76),
        accent: Colour(0x4c9bff))

    // Signs have a contrast of at least 7:1 on their fills, and every edge is black or white.

    private static let lightHigh = Palette(
        plus: Colour(0x0b5223), ask: Colour(0x3d2f9c), count: Colour(0x06418a), sign: .white, rim: .black,
        ground: .white, struck: Colour(0x9a0f1b), track: Colour(0x8a8f99), progress: Colour(0x06418a),
        shadow: Colour(0x000000, alpha: 0.60), paperTop: .white, paperBottom: .white, paperEdge: .black,
        ink: Colour(0x33373e), fold: Colour(0xc2c7d0), accent: Colour(0x06418a))

    private static let darkHigh = Palette(
        plus: Colour(0x0b5223), ask: Colour(0x3d2f9c), count: Colour(0x06418a), sign: .white, rim: .white,
        ground: .black, struck: Colour(0xff8f88), track: Colour(0x6c717c), progress: Colour(0xa8d0ff),
        shadow: Colour(0x000000, alpha: 0.80), paperTop: .black, paperBottom: .black, paperEdge: .white,
        ink: Colour(0xd5dae2), fold: Colour(0x40454f), accent: Colour(0xa8d0ff))
}
