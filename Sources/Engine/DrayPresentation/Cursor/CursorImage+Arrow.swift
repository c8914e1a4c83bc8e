// SPDX-License-Identifier: MIT

// The built-in arrow cursor.

extension CursorImage {
    /// An arrow for use without a cursor theme: black with a white edge, so that it is visible on any background.
    /// - Parameter size: The nominal size, in pixels.
    init?(arrowOf size: Int) {
        let unit = Double(size) / 24
        let edge = max((unit * 1.25).rounded(), 1)
        // The hotspot is where the corner of the white edge ends, slightly inside the image.
        let tip = (edge * 1.5).rounded(.up)
        guard let canvas = Canvas(width: size, height: size, scale: 1) else { return nil }
        // From the tip down the left side, along the notch and the stem, and back over the right wing.
        let outline: [(x: Double, y: Double)] = [
            (0, 0), (0, 16.5), (3.9, 12.9), (6.6, 18.9), (9.1, 17.8), (6.5, 11.9), (11.7, 11.6),
        ]
        func trace() {
            for (index, point) in outline.enumerated() {
                let x = tip + point.x * unit
                let y = tip + point.y * unit
                if index == 0 { canvas.move(x, y) } else { canvas.line(x, y) }
            }
            canvas.close()
        }
        trace()
        canvas.stroke(Colour(0xffffff), width: 2 * edge)
        trace()
        canvas.fill(.black)
        self.init(
            pixels: canvas.target, nominalSize: size, hotspotX: Int(tip), hotspotY: Int(tip), delay: 0)
    }
}
