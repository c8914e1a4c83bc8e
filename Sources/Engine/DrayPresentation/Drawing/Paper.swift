// SPDX-License-Identifier: MIT

/// The background of cards and pages: a soft shadow, a faint gradient, and an outline of one device pixel that
/// separates a white page from a white window.
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

    /// Paints a custom outline; `outline` adds it to the path, inset by the given number of device pixels.
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
