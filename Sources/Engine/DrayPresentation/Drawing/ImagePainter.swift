// SPDX-License-Identifier: MIT

import DrayCore

/// Draws the drag image: standard pages, the cards of a flock, and the flock as a whole.
struct ImagePainter {
    let scale: Double
    private let palette: Palette

    /// The margin for the shadow on every side, in points.
    static let margin = 12.0
    /// The edge of a card around a client's image, in points.
    static let cardEdge = 3.0

    init(scale: Double, palette: Palette) {
        self.scale = scale
        self.palette = palette
    }

    /// Returns the image at rest. One item with a client's image is that image, unchanged. For a surface that the host
    /// shows, only what lies below it is drawn: the cards of a flock, and nothing for one item.
    ///
    /// - Parameter looks: The looks of the items, the front one first.
    func stack(of image: DragImage, items: Int, looks: [ItemLook] = []) -> Picture? {
        let sheets = TimelineFlock.sheets(for: items)
        if case .surface = image.content, sheets == 1 { return nil }
        if case .client(let pixels) = image.content, sheets == 1 {
            return Picture(.picture(pixels), origin: Point.zero - image.hotspot, size: image.size)
        }
        return draw(image, sheets: (0..<sheets).reversed().map { $0 }) { sheet in
            sheet == 0 ? .front : .back(looks.indices.contains(sheet) ? looks[sheet] : .unknown)
        }
    }

    /// Returns the front sheet alone, for a flock that gathers or fans out.
    func frontSheet(of image: DragImage) -> Picture? {
        draw(image, sheets: [0]) { _ in .front }
    }

    /// Returns any other sheet of a flock alone.
    func backSheet(of image: DragImage, _ look: ItemLook = .unknown) -> Picture? {
        draw(image, sheets: [0]) { _ in .back(look) }
    }

    // MARK: Sheets

    /// The content of a sheet.
    private enum Face {
        /// The drag image.
        case front
        /// Another item than the first.
        case back(ItemLook)
    }

    private func draw(_ image: DragImage, sheets: [Int], face: (Int) -> Face) -> Picture? {
        let factor = reducedScale(for: image)
        let spread = Double(sheets.max() ?? 0) * TimelineFlock.step
        let margin = (Self.margin * factor).rounded(.up)
        let width = (image.size.width * factor).rounded(.up)
        let height = (image.size.height * factor).rounded(.up)
        let room = (spread * factor).rounded(.up)
        guard
            let canvas = Canvas(
                width: Int(width + 2 * margin + room), height: Int(height + 2 * margin + room), scale: factor)
        else { return nil }
        for sheet in sheets {
            let slot = TimelineFlock.slot(sheet)
            let x = margin + (slot.x * factor).rounded()
            let y = margin + (slot.y * factor).rounded()
            switch (face(sheet), image.content) {
            case (.back(.picture(let pixels, let size)), _):
                card(canvas, x: x, y: y, width: width, height: height)
                let fit = min(width / size.width, height / size.height, factor)
                // A line a thousand times as long as it is wide remains visible.
                let (wide, high) = (max((size.width * fit).rounded(), 1), max((size.height * fit).rounded(), 1))
                canvas.paint(
                    pixels, x: x + ((width - wide) / 2).rounded(), y: y + ((height - high) / 2).rounded(), width: wide,
                    height: high)
            case (.back(.standard(let standard)), .standard), (_, .standard(let standard)):
                let factor = image.size.width / StandardImage.size.width
                StandardPainter(palette: palette, x: x, y: y, width: width, height: height, factor: factor)
                    .paint(standard, on: canvas)
            case (.front, .client(let pixels)):
                card(canvas, x: x, y: y, width: width, height: height)
                canvas.paint(pixels, x: x, y: y, width: width, height: height)
            case (.front, .surface), (.back, .client), (.back, .surface):
                card(canvas, x: x, y: y, width: width, height: height)
            }
        }
        let hotspotX = margin + (image.hotspot.x * factor).rounded()
        let hotspotY = margin + (image.hotspot.y * factor).rounded()
        return Picture(drawn: canvas.target, hotspotX: hotspotX, hotspotY: hotspotY)
    }

    /// Draws a blank card behind a client's image, so that sheets can be distinguished even if images are transparent.
    private func card(_ canvas: borrowing Canvas, x: Double, y: Double, width: Double, height: Double) {
        let edge = canvas.pixels(Self.cardEdge)
        let radius = canvas.pixels(6)
        Paper(palette: palette).paint(
            on: canvas, x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge, radius: radius)
    }

    /// The drawing scale, which is reduced if a flock of a very large image would exceed the memory limit for an icon.
    private func reducedScale(for image: DragImage) -> Double {
        let room = 2 * Self.margin + Double(TimelineFlock.sheetLimit) * TimelineFlock.step
        let width = image.size.width + room
        let height = image.size.height + room
        let bySide = Double(Pixels.clientSideLimit) / max(width, height)
        let byArea = (Double(Pixels.keptPixelLimit) / (width * height)).squareRoot()
        return min(scale, bySide, byArea)
    }
}
