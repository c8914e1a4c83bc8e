// SPDX-License-Identifier: MIT

import CCairo

/// Draws a short text with cairo's own text functions.
///
/// They need no further library, and are sufficient for labels in Latin letters; programs for all scripts use Pango.
struct Label {
    let text: String
    var size = 13.0
    var colour = Colour.text
    var isBold = false
    var isCentred = false

    private static let leading = 1.3

    /// Draws as many lines as fit, vertically centred; an ellipsis replaces the rest.
    func draw(in area: Rectangle, on context: OpaquePointer) {
        cairo_select_font_face(
            context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
        cairo_set_font_size(context, size)
        colour.set(on: context)
        let lineHeight = (size * Self.leading).rounded()
        let lines = lines(width: area.size.width, limit: max(Int(area.size.height / lineHeight), 1), on: context)
        let top = area.origin.y + ((area.size.height - lineHeight * Double(lines.count)) / 2).rounded(.down)
        for (number, line) in lines.enumerated() {
            let spare = isCentred ? (area.size.width - Self.width(of: line, on: context)) / 2 : 0
            cairo_move_to(context, area.origin.x + spare, top + Double(number) * lineHeight + size.rounded())
            cairo_show_text(context, line)
        }
    }

    private func lines(width: Double, limit: Int, on context: OpaquePointer) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(whereSeparator: \.isNewline) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                let longer = line.isEmpty ? String(word) : line + " " + word
                if line.isEmpty || Self.width(of: longer, on: context) <= width {
                    line = longer
                } else {
                    lines.append(line)
                    line = String(word)
                }
            }
            lines.append(line)
        }
        var shown = Array(lines.prefix(limit))
        if lines.count > limit { shown[limit - 1] += " …" }
        return shown.map { Self.shortened($0, to: width, on: context) }
    }

    private static func shortened(_ line: String, to limit: Double, on context: OpaquePointer) -> String {
        var short = line
        while !short.isEmpty, width(of: short, on: context) > limit {
            short = short.dropLast(short.hasSuffix("…") ? 2 : 1) + "…"
            if short == "…" { break }
        }
        return short
    }

    private static func width(of text: String, on context: OpaquePointer) -> Double {
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, text, &extents)
        return extents.x_advance
    }
}
