// SPDX-License-Identifier: MIT

/// The ground of cards and pages: a soft shadow, a hardly visible gradient, and a hairline of one device pixel that
/// keeps a white page apart from a white window.
struct Paper {
    let palette: Palette

    func paint(
        on canvas: borrowing Canvas, x: Double, y: Double, width: Double, height: Double, radius: Double
    ) {
        paint(on: canvas, from: y, to: y + height) { canvas, inset in
            canvas.roundedRectangle(
                x + inset, y + inset, width - 2 * inset, height - 2 * inset, radius: radius - inset)
        }
    }

    /// Paints any outline; `outline` adds it to the path, drawn in by so many device pixels.
    func paint(
        on canvas: borrowing Canvas, from top: Double, to bottom: Double,
        outline: (borrowing Canvas, Double) -> Void
    ) {
        canvas.shadow(
            palette.shadow.with(alpha: palette.shadow.alpha * 0.8), blur: canvas.pixels(5), drop: canvas.pixels(2)
        ) { outline($0, 0) }
        outline(canvas, 0)
        canvas.fill(from: palette.paperTop, at: top, to: palette.paperBottom, at: bottom)
        outline(canvas, 0.5)
        canvas.stroke(palette.paperEdge, width: 1)
    }
}
