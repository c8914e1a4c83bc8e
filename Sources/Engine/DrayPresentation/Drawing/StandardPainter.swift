// SPDX-License-Identifier: MIT

/// Draws one standard page into a rectangle of a canvas, in device pixels.
struct StandardPainter {
    let palette: Palette
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    /// The scale relative to the standard size.
    let factor: Double

    func paint(_ image: StandardImage, on canvas: borrowing Canvas) {
        switch image {
        case .text:
            paper(canvas)
            lines(canvas, from: 9, count: 6)
        case .picture:
            paper(canvas)
            landscape(canvas)
        case .file:
            foldedPage(canvas)
        case .folder:
            folder(canvas)
        case .generic:
            paper(canvas)
            box(canvas)
        }
    }

    /// Draws the back with the tab, and the front over it, aligned to the lower edge of a page.
    private func folder(_ canvas: borrowing Canvas) {
        let radius = pixels(4, canvas)
        let top = y + (height * 0.2).rounded()
        let tab = (width * 0.45).rounded()
        let lip = pixels(6, canvas)
        canvas.roundedRectangle(x, top, tab, lip * 2, radius: radius)
        canvas.fill(palette.accent)
        Paper(palette: palette).paint(
            on: canvas, x: x, y: top + lip, width: width, height: y + height - top - lip, radius: radius)
        canvas.roundedRectangle(x, top + lip, width, lip, radius: lip / 2)
        canvas.fill(palette.accent)
    }

    private func paper(_ canvas: borrowing Canvas) {
        Paper(palette: palette).paint(
            on: canvas, x: x, y: y, width: width, height: height, radius: pixels(5, canvas))
    }

    /// Draws lines of text, the first shorter and stronger like a heading, the last short like the end of a paragraph.
    private func lines(_ canvas: borrowing Canvas, from first: Double, count: Int) {
        let left = x + pixels(8, canvas)
        let full = width - 2 * pixels(8, canvas)
        let pitch = pixels(8, canvas)
        let thickness = pixels(2, canvas)
        var top = y + pixels(first, canvas)
        for index in 0..<count {
            let isHeading = index == 0
            let share = isHeading ? 0.6 : index == count - 1 ? 0.45 : index.isMultiple(of: 2) ? 1 : 0.9
            let length = (full * share).rounded()
            canvas.roundedRectangle(left, top, length, thickness, radius: thickness / 2)
            canvas.fill(isHeading ? palette.accent : palette.ink)
            top += pitch
        }
    }

    private func landscape(_ canvas: borrowing Canvas) {
        let inset = pixels(6, canvas)
        let left = x + inset
        let top = y + inset
        let wide = width - 2 * inset
        let high = height - 2 * inset
        canvas.roundedRectangle(left, top, wide, high, radius: pixels(2, canvas))
        canvas.clipped {
            canvas.rectangle(left, top, wide, high)
            canvas.fill(from: Colour(0x7db8f0), at: top, to: Colour(0xd6ebfb), at: top + high * 0.75)
            canvas.circle(left + wide * 0.70, top + high * 0.26, radius: wide * 0.12)
            canvas.fill(Colour(0xfff3c4))
            canvas.move(left - wide * 0.2, top + high)
            canvas.line(left + wide * 0.34, top + high * 0.46)
            canvas.line(left + wide * 0.86, top + high)
            canvas.close()
            canvas.fill(Colour(0x4f8f7d))
            canvas.move(left + wide * 0.28, top + high)
            canvas.line(left + wide * 0.76, top + high * 0.62)
            canvas.line(left + wide * 1.25, top + high)
            canvas.close()
            canvas.fill(Colour(0x2f6b5c))
        }
        canvas.roundedRectangle(left + 0.5, top + 0.5, wide - 1, high - 1, radius: pixels(2, canvas))
        canvas.stroke(Colour(0x000000, alpha: 0.12), width: 1)
    }

    private func foldedPage(_ canvas: borrowing Canvas) {
        let fold = pixels(14, canvas)
        let radius = pixels(5, canvas)
        Paper(palette: palette).paint(on: canvas, from: y, to: y + height) { canvas, inset in
            let right = x + width - inset
            let top = y + inset
            canvas.move(x + inset + radius, top)
            canvas.line(right - fold, top)
            canvas.line(right, top + fold)
            let bottom = y + height - inset
            let bend = radius * 0.45
            canvas.line(right, bottom - radius)
            canvas.curve(right, bottom - bend, right - bend, bottom, right - radius, bottom)
            canvas.line(x + inset + radius, bottom)
            canvas.curve(
                x + inset + bend, bottom, x + inset, bottom - bend, x + inset, bottom - radius)
            canvas.line(x + inset, top + radius)
            canvas.curve(x + inset, top + bend, x + inset + bend, top, x + inset + radius, top)
            canvas.close()
        }
        let corner = x + width - fold
        let bend = radius * 0.6
        // Both ends are a pixel inside, so that the round caps of the stroke do not extend beyond the page.
        func flap() {
            canvas.move(corner - 0.5, y + 1.5)
            canvas.line(corner - 0.5, y + fold - bend)
            canvas.curve(
                corner - 0.5, y + fold, corner, y + fold + 0.5, corner + bend, y + fold + 0.5)
            canvas.line(x + width - 1.5, y + fold + 0.5)
        }
        flap()
        canvas.close()
        canvas.fill(palette.fold)
        flap()
        canvas.stroke(palette.paperEdge, width: 1)
        lines(canvas, from: 25, count: 4)
    }

    private func box(_ canvas: borrowing Canvas) {
        let side = pixels(20, canvas)
        let left = x + ((width - side) / 2).rounded()
        let top = y + ((height - side) / 2).rounded()
        let thickness = pixels(2, canvas)
        let half = thickness / 2
        canvas.roundedRectangle(
            left + half, top + half, side - thickness, side - thickness, radius: pixels(4, canvas))
        canvas.stroke(palette.ink, width: thickness)
        canvas.circle(left + side / 2, top + side / 2, radius: pixels(3, canvas))
        canvas.fill(palette.accent)
    }

    private func pixels(_ points: Double, _ canvas: borrowing Canvas) -> Double { canvas.pixels(points * factor) }
}
