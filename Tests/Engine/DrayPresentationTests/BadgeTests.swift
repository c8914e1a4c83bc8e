// SPDX-License-Identifier: MIT

import DrayCore
import Glibc
import Testing

@testable import DrayPresentation

@Suite("Badge")
struct BadgeTests {
    private static let scales = [1, 1.25, 1.5, 2, 3]

    @Test func badgeFollowsTheFeedback() {
        #expect(Badge(Feedback(outcome: .undecided)) == .none)
        #expect(Badge(Feedback(outcome: .move)) == .none)
        #expect(Badge(Feedback(outcome: .move, itemCount: 3)) == .count(3))
        #expect(Badge(Feedback(outcome: .undecided, itemCount: 2)) == .count(2))
        #expect(Badge(Feedback(outcome: .copy)) == .plus)
        #expect(Badge(Feedback(outcome: .copy, itemCount: 3)) == .countWithPlus(3))
        #expect(Badge(Feedback(outcome: .ask)) == .ask)
        #expect(Badge(Feedback(outcome: .ask, itemCount: 9)) == .countWithAsk(9))
        #expect(Badge(Feedback(outcome: .notPossible, itemCount: 9)) == .notPossible)
        #expect(Badge(Feedback(outcome: .copy, itemCount: -4)) == .plus)
    }

    @Test(arguments: scales)
    func plusHasSharpArmsInTheMiddle(_ scale: Double) throws {
        let painter = BadgePainter(scale: scale, palette: .of(.light, .standard))
        let pixels = try #require(painter.picture(of: .plus)?.pixels)
        let white: UInt32 = 0xffff_ffff
        // The centre column of the left arm has the colours of the sign or the fill, and no blend of them.
        let column = pixels.width / 2 - Int(5 * scale * 0.6)
        let middle = pixels.height / 2
        let reach = Int(4 * scale)
        let run = (middle - reach..<middle + reach).map { pixels.pixel(x: column, y: $0) }
        #expect(Set(run).count == 2)
        #expect(run.filter { $0 == white }.count == Int((2 * scale).rounded()))
        for y in 0..<pixels.height where (middle - reach..<middle + reach).contains(y) {
            for x in 0..<pixels.width / 2 {
                // Cairo's antialiasing of the round outline differs slightly between left and right.
                let mirrored = pixels.pixel(x: pixels.width - 1 - x, y: y)
                #expect(PictureComparison.distance(pixels.pixel(x: x, y: y), mirrored) <= 12)
            }
        }
    }

    @Test(arguments: scales)
    func differsInShapeAndNotOnlyInColour(_ scale: Double) throws {
        let painter = BadgePainter(scale: scale, palette: .of(.light, .standard))
        let badges: [Badge] = [.plus, .ask, .notPossible, .count(3), .progress(0.4), .working(9)]
        let shapes = try badges.map { badge in
            Self.brightness(try #require(painter.picture(of: badge)?.pixels))
        }
        for (index, shape) in shapes.enumerated() {
            for other in shapes[(index + 1)...] {
                let different = zip(shape, other).filter { abs($0 - $1) > 60 }.count
                #expect(Double(different) > 20 * scale * scale)
            }
        }
    }

    @Test func wideNumbersGetWiderOvals() throws {
        let painter = BadgePainter(scale: 2, palette: .of(.dark, .standard))
        let widths = try [1, 10, 100, 1000].map { number in
            try #require(painter.picture(of: .count(number))?.pixels).width
        }
        #expect(widths == widths.sorted())
        #expect(Set(widths).count == 4)
        #expect(try #require(painter.picture(of: .count(.max))?.pixels).width == widths[3])
        #expect(painter.picture(of: .count(.min)) != nil)
    }

    @Test func numbersAreWrittenDigitByDigit() {
        #expect(Glyph.number(0) == [.digit(0)])
        #expect(Glyph.number(40) == [.digit(4), .digit(0)])
        #expect(Glyph.number(907) == [.digit(9), .digit(0), .digit(7)])
        #expect(Glyph.number(1000) == [.digit(9), .digit(9), .digit(9), .more])
    }

    @Test(arguments: [Appearance.light, .dark])
    func highContrastMeetsItsRatios(_ appearance: Appearance) {
        let (high, standard) = (Palette.of(appearance, .high), Palette.of(appearance, .standard))
        for fill in [high.plus, high.ask, high.count] { #expect(Self.contrast(high.sign, fill) >= 7) }
        for line in [high.struck, high.rim] where line != high.ground {
            #expect(Self.contrast(line, high.ground) >= 7)
        }
        #expect(Self.contrast(high.paperEdge, high.paperTop) == 21)
        #expect(Self.contrast(high.progress, high.track) >= 3)
        let ground = Screen.background(appearance)
        #expect(Self.contrast(high.accent, ground) > Self.contrast(standard.accent, ground))
        #expect(Self.contrast(high.accent, ground) >= 7)
        for line in [high.ink, high.accent] { #expect(Self.contrast(line, high.paperBottom) >= 7) }
        let painters = [standard, high].map { BadgePainter(scale: 1, palette: $0).picture(of: .plus)?.pixels }
        #expect(painters[0]?.pixel(x: 16, y: 9) != painters[1]?.pixel(x: 16, y: 9))
    }

    @Test(arguments: [Appearance.light, .dark])
    func signsStandOutFromTheirGround(_ appearance: Appearance) {
        let palette = Palette.of(appearance, .standard)
        for fill in [palette.plus, palette.ask, palette.count] {
            #expect(Self.contrast(palette.sign, fill) >= 4.3)
        }
        #expect(Self.contrast(palette.struck, palette.ground) >= 4.5)
        #expect(Self.contrast(palette.progress, palette.track) >= 3)
        #expect(Self.contrast(palette.accent, Screen.background(appearance)) >= 3)
        for line in [palette.ink, palette.accent] {
            #expect(Self.contrast(line, palette.paperBottom) >= 2.2)
        }
    }

    /// The contrast ratio of the Web Content Accessibility Guidelines, 1 to 21.
    private static func contrast(_ first: Colour, _ second: Colour) -> Double {
        let luminances = [first, second].map { colour in
            zip([colour.red, colour.green, colour.blue], [0.2126, 0.7152, 0.0722]).reduce(0.0) { sum, part in
                let value = part.0
                return sum + part.1 * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
            }
        }
        return (luminances.max()! + 0.05) / (luminances.min()! + 0.05)
    }

    /// The brightness of each pixel, from 0 to 255, as seen without colour vision.
    private static func brightness(_ pixels: Pixels) -> [Int] {
        (0..<pixels.height).flatMap { y in
            (0..<pixels.width).map { x in
                let pixel = pixels.pixel(x: x, y: y)
                let red = Int(pixel >> 16 & 0xff)
                let green = Int(pixel >> 8 & 0xff)
                return (red * 54 + green * 183 + Int(pixel & 0xff) * 19) / 256
            }
        }
    }
}
