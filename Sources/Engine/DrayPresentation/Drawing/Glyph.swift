// SPDX-License-Identifier: MIT

/// The glyphs of badges, as the centre lines of round strokes.
///
/// They are drawn here and not with a font, so that a badge looks the same on every system and needs no font, text
/// library or start-up time; there are only twelve. The coordinates are in a box with a height of ten units; half the
/// stroke width extends beyond it.
enum Glyph: Equatable {
    case digit(Int)
    /// The plus after a number that is too large to display.
    case more
    case question

    /// The width of the box, in units.
    var width: Double {
        switch self {
        case .digit(1): 2.8
        case .digit: 6
        case .more: 4.6
        case .question: 5.6
        }
    }

    /// Adds the centre line to a canvas's path, with the top left corner of the box at the position.
    func trace(on canvas: borrowing Canvas, x: Double, y: Double, unit: Double) {
        for part in parts {
            switch part {
            case .move(let a, let b): canvas.move(x + a * unit, y + b * unit)
            case .line(let a, let b): canvas.line(x + a * unit, y + b * unit)
            case .curve(let a, let b, let c, let d, let e, let f):
                canvas.curve(
                    x + a * unit, y + b * unit, x + c * unit, y + d * unit, x + e * unit, y + f * unit)
            case .close: canvas.close()
            }
        }
    }

    /// The glyphs of a number: up to three digits, otherwise "999" and a plus.
    static func number(_ number: Int) -> [Glyph] {
        guard number <= 999 else { return [.digit(9), .digit(9), .digit(9), .more] }
        let value = max(number, 0)
        var glyphs: [Glyph] = []
        if value >= 100 { glyphs.append(.digit(value / 100)) }
        if value >= 10 { glyphs.append(.digit(value / 10 % 10)) }
        glyphs.append(.digit(value % 10))
        return glyphs
    }

    private enum Part {
        case move(Double, Double)
        case line(Double, Double)
        case curve(Double, Double, Double, Double, Double, Double)
        case close
    }

    private var parts: [Part] {
        switch self {
        case .digit(0):
            [
                .move(3, 0), .curve(5, 0, 6, 1.9, 6, 5), .curve(6, 8.1, 5, 10, 3, 10), .curve(1, 10, 0, 8.1, 0, 5),
                .curve(0, 1.9, 1, 0, 3, 0), .close,
            ]
        case .digit(1): [.move(0, 1.9), .line(2.6, 0), .line(2.6, 10)]
        case .digit(2):
            [
                .move(0.2, 2.6), .curve(0.4, 1.0, 1.5, 0, 3, 0), .curve(4.7, 0, 5.8, 1.1, 5.8, 2.7),
                .curve(5.8, 4.1, 5, 5, 3.8, 6.2), .line(0.1, 10), .line(6, 10),
            ]
        case .digit(3):
            [
                .move(0.3, 2.2), .curve(0.6, 0.8, 1.6, 0, 3, 0), .curve(4.6, 0, 5.6, 1, 5.6, 2.4),
                .curve(5.6, 3.9, 4.5, 4.8, 2.4, 4.8), .curve(4.8, 4.8, 6, 5.7, 6, 7.3), .curve(6, 9, 4.8, 10, 3, 10),
                .curve(1.3, 10, 0.3, 9.1, 0, 7.7),
            ]
        case .digit(4): [.move(4.7, 10), .line(4.7, 0), .line(0, 7.1), .line(6.2, 7.1)]
        case .digit(5):
            [
                .move(5.5, 0), .line(1, 0), .line(0.5, 4.7), .curve(1.2, 4, 2, 3.7, 3, 3.7),
                .curve(4.8, 3.7, 6, 5, 6, 6.8), .curve(6, 8.7, 4.7, 10, 2.9, 10), .curve(1.4, 10, 0.3, 9.2, 0, 7.9),
            ]
        case .digit(6):
            [
                .move(5.4, 1.7), .curve(4.9, 0.6, 4.1, 0, 3.1, 0), .curve(1.2, 0, 0, 2, 0, 5.6),
                .curve(0, 8.4, 1.1, 10, 3.05, 10), .curve(4.8, 10, 6, 8.7, 6, 6.9), .curve(6, 5.1, 4.8, 3.9, 3.1, 3.9),
                .curve(1.6, 3.9, 0.3, 4.9, 0.05, 6.5),
            ]
        case .digit(7): [.move(0, 0), .line(6, 0), .line(2.1, 10)]
        case .digit(8):
            [
                .move(3, 0), .curve(4.5, 0, 5.5, 0.95, 5.5, 2.4), .curve(5.5, 3.85, 4.5, 4.75, 3, 4.75),
                .curve(1.5, 4.75, 0.5, 3.85, 0.5, 2.4), .curve(0.5, 0.95, 1.5, 0, 3, 0), .close, .move(3, 4.75),
                .curve(4.8, 4.75, 6, 5.75, 6, 7.35), .curve(6, 8.95, 4.8, 10, 3, 10),
                .curve(1.2, 10, 0, 8.95, 0, 7.35), .curve(0, 5.75, 1.2, 4.75, 3, 4.75), .close,
            ]
        case .digit:
            // Nine: a six rotated by half a turn.
            [
                .move(0.6, 8.3), .curve(1.1, 9.4, 1.9, 10, 2.9, 10), .curve(4.8, 10, 6, 8, 6, 4.4),
                .curve(6, 1.6, 4.9, 0, 2.95, 0), .curve(1.2, 0, 0, 1.3, 0, 3.1), .curve(0, 4.9, 1.2, 6.1, 2.9, 6.1),
                .curve(4.4, 6.1, 5.7, 5.1, 5.95, 3.5),
            ]
        case .more: [.move(0, 5.2), .line(4.6, 5.2), .move(2.3, 2.9), .line(2.3, 7.5)]
        case .question:
            [
                .move(0, 2.5), .curve(0.2, 1, 1.3, 0, 2.8, 0), .curve(4.5, 0, 5.6, 1.1, 5.6, 2.6),
                .curve(5.6, 4.6, 2.8, 4.5, 2.8, 6.7), .move(2.8, 9.95), .line(2.8, 10),
            ]
        }
    }
}
