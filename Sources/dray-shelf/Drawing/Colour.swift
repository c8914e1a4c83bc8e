// SPDX-License-Identifier: MIT

import CCairo

/// A colour, each part from 0 to 1.
struct Colour {
    let red, green, blue, alpha: Double

    /// - Parameter hex: `0xRRGGBB`.
    init(_ hex: UInt32, alpha: Double = 1) {
        red = Double(hex >> 16 & 0xff) / 255
        green = Double(hex >> 8 & 0xff) / 255
        blue = Double(hex & 0xff) / 255
        self.alpha = alpha
    }

    func set(on context: OpaquePointer) { cairo_set_source_rgba(context, red, green, blue, alpha) }

    static let backdropTop = Colour(0xf7f5f1)
    static let backdropBottom = Colour(0xebe8e1)
    static let panel = Colour(0xffffff, alpha: 0.55)
    static let line = Colour(0x2a2520, alpha: 0.16)
    static let card = Colour(0xffffff)
    static let text = Colour(0x22252b)
    static let quiet = Colour(0x6b6f78)
    /// Of what cannot be used now.
    static let faint = Colour(0x6b6f78, alpha: 0.5)
    static let accent = Colour(0x2f6fde)
    static let accentTint = Colour(0x2f6fde, alpha: 0.09)
    static let track = Colour(0x22252b, alpha: 0.12)

    /// Items are told apart by these, one after the other.
    static let marks = [0x4c7dd9, 0xd9734c, 0x4ca66b, 0xa65cc2, 0xc9a227, 0x3ba3b0].map { Colour($0) }
}
