// SPDX-License-Identifier: MIT

import DrayCore

/// Draws badges (HIG-09, HIG-13).
///
/// All dimensions are whole device pixels, and the diameter and the strokes of the signs are both even or both odd, so
/// that a plus has sharp arms exactly in the middle at every scale.
struct BadgePainter {
    private let scale: Double
    private let palette: Palette
    /// The outer diameter of a badge, including the rim.
    private let diameter: Double
    private let rim: Double
    /// The thickness of the signs' strokes.
    private let stroke: Double
    /// The margin for the shadow on every side.
    private let margin: Double

    /// The diameter in points: the height of a line of small text, so that a number in it is legible.
    static let diameter = 22.0

    init(scale: Double, palette: Palette) {
        self.scale = scale
        self.palette = palette
        rim = Canvas.pixels(1.5, scale: scale)
        stroke = Canvas.pixels(2, scale: scale)
        margin = Canvas.pixels(5, scale: scale)
        let wanted = Canvas.pixels(Self.diameter, scale: scale)
        diameter = Self.match(wanted, stroke)
    }

    /// Returns the drawing of a badge with its hotspot at the centre of its leftmost disc; nil for `.none`.
    func picture(of badge: Badge) -> Picture? {
        switch badge {
        case .none: nil
        case .plus: disc(palette.plus) { plus($0, $1, $2) }
        case .ask: disc(palette.ask) { question($0, $1, $2) }
        case .notPossible: disc(palette.ground) { struck($0, $1, $2) }
        case .progress(let part): disc(palette.ground) { ring($0, $1, $2, from: 0, to: min(part, 1)) }
        case .working(let step):
            disc(palette.ground) { canvas, x, y in
                let start = Double(step) / Double(Badge.turnSteps)
                ring(canvas, x, y, from: start, to: start + 0.3)
            }
        case .count(let number): count(number, beside: nil)
        case .countWithPlus(let number): count(number, beside: .plus)
        case .countWithAsk(let number): count(number, beside: .ask)
        }
    }

    // MARK: Shapes

    private func disc(_ fill: Colour, sign: (borrowing Canvas, Double, Double) -> Void) -> Picture? {
        let side = Int(diameter + 2 * margin)
        guard let canvas = Canvas(width: side, height: side, scale: scale) else { return nil }
        plate(canvas, [(x: margin, width: diameter, fill: fill)])
        sign(canvas, margin + diameter / 2, margin + diameter / 2)
        return Picture(drawn: canvas.target, hotspotX: margin + diameter / 2, hotspotY: margin + diameter / 2)
    }

    private enum Companion {
        case plus
        case ask
    }

    /// Draws the oval with a number, and optionally a disc with the outcome at its left.
    private func count(_ number: Int, beside companion: Companion?) -> Picture? {
        let glyphs = Glyph.number(number)
        let height = Self.match(diameter * 0.46, diameter)
        let unit = (height - stroke) / 10
        let gap = Canvas.pixels(1.4, scale: scale) + stroke
        let text = glyphs.reduce(-gap) { $0 + ($1.width * unit).rounded() + gap } + stroke
        // The disc covers the oval's left end. The oval grows by as much, and the number moves by slightly less than
        // half of it, since the disc curves away above and below the number.
        let hidden = companion == nil ? 0 : 3 * rim
        let oval = max(diameter, Self.match(text + Canvas.pixels(13, scale: scale), text)) + hidden
        // The oval lies partly under the disc, whose rim separates the two.
        let start = margin + (companion == nil ? 0 : diameter - hidden - rim)
        let width = Int(start + oval + margin)
        guard let canvas = Canvas(width: width, height: Int(diameter + 2 * margin), scale: scale) else { return nil }
        var plates = [(x: start, width: oval, fill: palette.count)]
        switch companion {
        case .none: break
        case .plus: plates.append((x: margin, width: diameter, fill: palette.plus))
        case .ask: plates.append((x: margin, width: diameter, fill: palette.ask))
        }
        plate(canvas, plates)
        var x = start + (hidden * 0.4).rounded() + ((oval - text) / 2).rounded(.down) + stroke / 2
        let y = margin + ((diameter - height) / 2).rounded(.down) + stroke / 2
        for glyph in glyphs {
            glyph.trace(on: canvas, x: x, y: y, unit: unit)
            x += (glyph.width * unit).rounded() + gap
        }
        canvas.stroke(palette.sign, width: stroke)
        switch companion {
        case .none: break
        case .plus: plus(canvas, margin + diameter / 2, margin + diameter / 2)
        case .ask: question(canvas, margin + diameter / 2, margin + diameter / 2)
        }
        return Picture(drawn: canvas.target, hotspotX: margin + diameter / 2, hotspotY: margin + diameter / 2)
    }

    /// Draws filled ovals with a rim, the later above the earlier, over a common shadow.
    private func plate(_ canvas: borrowing Canvas, _ plates: [(x: Double, width: Double, fill: Colour)]) {
        let blur = canvas.pixels(3)
        canvas.shadow(palette.shadow, blur: blur, drop: canvas.pixels(1)) { layer in
            for plate in plates {
                layer.roundedRectangle(plate.x, margin, plate.width, diameter, radius: diameter / 2)
            }
        }
        for plate in plates {
            canvas.roundedRectangle(plate.x, margin, plate.width, diameter, radius: diameter / 2)
            canvas.fill(palette.rim)
            let inner = diameter - 2 * rim
            canvas.roundedRectangle(plate.x + rim, margin + rim, plate.width - 2 * rim, inner, radius: inner / 2)
            canvas.fill(plate.fill)
        }
    }

    // MARK: Signs

    private func plus(_ canvas: borrowing Canvas, _ x: Double, _ y: Double) {
        let length = Self.match(diameter * 0.48, stroke)
        let radius = scale >= 1.5 ? stroke * 0.3 : 0
        canvas.roundedRectangle(x - length / 2, y - stroke / 2, length, stroke, radius: radius)
        canvas.fill(palette.sign)
        canvas.roundedRectangle(x - stroke / 2, y - length / 2, stroke, length, radius: radius)
        canvas.fill(palette.sign)
    }

    private func question(_ canvas: borrowing Canvas, _ x: Double, _ y: Double) {
        let height = Self.match(diameter * 0.52, diameter)
        let unit = (height - stroke) / 10
        let left = x - Glyph.question.width * unit / 2
        Glyph.question.trace(on: canvas, x: left, y: y - height / 2 + stroke / 2, unit: unit)
        canvas.stroke(palette.sign, width: stroke)
    }

    private func struck(_ canvas: borrowing Canvas, _ x: Double, _ y: Double) {
        let thickness = Self.match(diameter * 0.115, stroke)
        let radius = diameter / 2 - rim - Canvas.pixels(1.5, scale: scale) - thickness / 2
        canvas.circle(x, y, radius: radius)
        canvas.stroke(palette.struck, width: thickness)
        let reach = radius * 0.7071
        canvas.move(x - reach, y - reach)
        canvas.line(x + reach, y + reach)
        canvas.stroke(palette.struck, width: thickness)
    }

    /// Draws an arc between two fractions of a turn, clockwise from the top.
    private func ring(_ canvas: borrowing Canvas, _ x: Double, _ y: Double, from start: Double, to end: Double) {
        let thickness = Canvas.pixels(3, scale: scale)
        let radius = diameter / 2 - rim - Canvas.pixels(2, scale: scale) - thickness / 2
        canvas.circle(x, y, radius: radius)
        canvas.stroke(palette.track, width: thickness)
        guard end > start else { return }
        canvas.arc(x, y, radius: radius, from: start, to: end)
        canvas.stroke(palette.progress, width: thickness)
    }

    /// Returns the whole number nearest to `length` with the same parity as `other`.
    private static func match(_ length: Double, _ other: Double) -> Double {
        let whole = length.rounded()
        guard Int(whole) % 2 != Int(other.rounded()) % 2 else { return whole }
        return whole > length ? whole - 1 : whole + 1
    }
}
