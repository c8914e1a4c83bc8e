// SPDX-License-Identifier: MIT

import CCairo

/// Sets a few short lines with cairo's own text functions, character by character.
///
/// That is enough for labels and needs no library. It does not join letters as Arabic wants, nor write from right to
/// left: a larger program uses Pango.
struct Typesetter {
    let context: OpaquePointer
    /// In points.
    let fontSize: Double

    /// Where a character is not in the first font, the next ones are asked: cairo does not do that by itself.
    private static let families = ["sans-serif", "Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Sans", "Unifont"]
    private static let leading = 1.3
    private static let ellipsis: Character = "…"

    private struct Glyph {
        let character: Character
        let style: StyledText.Style
        let family: Int
        let width: Double
    }

    init(on context: OpaquePointer, fontSize: Double) {
        self.context = context
        self.fontSize = fontSize
        cairo_set_font_size(context, fontSize)
        let options = cairo_font_options_create()
        // Letters keep their distances at every scale.
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_set_font_options(context, options)
        cairo_font_options_destroy(options)
    }

    /// Draws as many lines as fit, in the middle of the area's height; what is left out is replaced by an ellipsis.
    func draw(_ text: StyledText, in area: Rectangle, _ colour: Colour, isCentred: Bool = false) {
        let lineHeight = (fontSize * Self.leading).rounded()
        let limit = max(Int(area.size.height / lineHeight), 1)
        let lines = breakLines(text, width: area.size.width, limit: limit)
        colour.set(on: context)
        var top = area.origin.y + ((area.size.height - lineHeight * Double(lines.count)) / 2).rounded(.down)
        for line in lines {
            let spare = area.size.width - line.reduce(0) { $0 + $1.width }
            var x = area.origin.x + (isCentred ? spare / 2 : 0)
            let baseline = top + (fontSize * 1.02).rounded()
            for glyph in line {
                select(glyph.family, glyph.style)
                cairo_move_to(context, x, baseline)
                cairo_show_text(context, String(glyph.character))
                if glyph.style.contains(.underline) {
                    cairo_rectangle(context, x, baseline + 1.5, glyph.width, 1)
                    cairo_fill(context)
                }
                x += glyph.width
            }
            top += lineHeight
        }
    }

    // MARK: Lines

    private func breakLines(_ text: StyledText, width: Double, limit: Int) -> [[Glyph]] {
        var lines: [[Glyph]] = [[]]
        var used = 0.0
        for run in text.runs {
            for character in run.text {
                if character.isNewline {
                    guard lines.count < limit else { return shortened(lines, to: width) }
                    lines.append([])
                    used = 0
                    continue
                }
                let glyph = measure(character, run.style)
                if used + glyph.width > width, !(lines.last?.isEmpty ?? true) {
                    guard lines.count < limit else { return shortened(lines, to: width) }
                    let carried = splitLastWord(&lines[lines.count - 1], before: character)
                    lines.append(carried)
                    used = carried.reduce(0) { $0 + $1.width }
                    if carried.isEmpty, character == " " { continue }
                }
                lines[lines.count - 1].append(glyph)
                used += glyph.width
            }
        }
        return lines
    }

    /// Takes the unfinished word off a full line; nothing where the line is one long word, or has none as in Japanese.
    private func splitLastWord(_ line: inout [Glyph], before next: Character) -> [Glyph] {
        guard next != " ", next.isASCII || next.isLetter && next.utf8.count < 3,
            let space = line.lastIndex(where: { $0.character == " " })
        else { return [] }
        let word = Array(line[(space + 1)...])
        line.removeSubrange(space...)
        return word
    }

    /// Ends the last line with an ellipsis.
    private func shortened(_ lines: [[Glyph]], to width: Double) -> [[Glyph]] {
        var lines = lines
        let last = lines.count - 1
        let ellipsis = measure(Self.ellipsis, lines[last].last?.style ?? [])
        while let end = lines[last].last,
            end.character == " " || lines[last].reduce(ellipsis.width, { $0 + $1.width }) > width
        {
            lines[last].removeLast()
        }
        lines[last].append(ellipsis)
        return lines
    }

    // MARK: Fonts

    private func measure(_ character: Character, _ style: StyledText.Style) -> Glyph {
        for family in Self.families.indices {
            select(family, style)
            guard Self.hasGlyphs(for: String(character), in: context) else { continue }
            return Glyph(character: character, style: style, family: family, width: width(of: character))
        }
        // No font has it: the first one shows its box.
        select(0, style)
        return Glyph(character: character, style: style, family: 0, width: width(of: character))
    }

    private func width(of character: Character) -> Double {
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, String(character), &extents)
        return extents.x_advance
    }

    private func select(_ family: Int, _ style: StyledText.Style) {
        cairo_select_font_face(
            context, Self.families[family], style.contains(.italic) ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
            style.contains(.bold) ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    }

    /// Whether the font that is selected has the character; glyph 0 is its box for what it does not have.
    private static func hasGlyphs(for text: String, in context: OpaquePointer) -> Bool {
        var glyphs: UnsafeMutablePointer<cairo_glyph_t>?
        var count: Int32 = 0
        defer { cairo_glyph_free(glyphs) }
        let status = cairo_scaled_font_text_to_glyphs(
            cairo_get_scaled_font(context), 0, 0, text, -1, &glyphs, &count, nil, nil, nil)
        guard status == CAIRO_STATUS_SUCCESS, let glyphs else { return false }
        return (0..<Int(count)).allSatisfy { glyphs[$0].index != 0 }
    }
}
