// SPDX-License-Identifier: MIT

/// A colour with components and alpha from 0 to 1, not premultiplied.
struct Colour: Equatable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    static let white = Colour(0xff_ffff)
    static let black = Colour(0x00_0000)

    init(_ rgb: UInt32, alpha: Double = 1) {
        red = Double(rgb >> 16 & 0xff) / 255
        green = Double(rgb >> 8 & 0xff) / 255
        blue = Double(rgb & 0xff) / 255
        self.alpha = alpha
    }

    func with(alpha: Double) -> Colour {
        var colour = self
        colour.alpha = alpha
        return colour
    }
}
