// SPDX-License-Identifier: MIT

import WaylandClient

/// The surface that follows the pointer during a drag: the card and nothing around it, since a target says how large
/// the content would be there (`set_preview_size`), and the whole surface has that size then (HIG-38).
final class DragIcon {
    let surface: WlSurface
    private let scale: Int32
    private let grip: Point
    private let picture: SharedBuffer?

    /// - Parameter grip: from the card's top left corner to the pointer, in points.
    init(_ globals: Globals, scale: Int32, grip: Point) {
        self.scale = scale
        self.grip = grip
        surface = globals.compositor.createSurface()
        picture = SharedBuffer(
            globals.shm, width: Int32(Layout.card.width) * scale, height: Int32(Layout.card.height) * scale)
    }

    deinit {
        surface.destroy()
    }

    /// Shows the picture, with the card exactly where it was picked up.
    func draw(_ paint: (OpaquePointer) -> Void) {
        guard let picture else { return }
        picture.draw(scale: scale, paint)
        // The top left corner is at the pointer by itself, and the offset moves it from there (HIG-12).
        let x = Int32(-grip.x.rounded())
        let y = Int32(-grip.y.rounded())
        if surface.proxy.version >= 5 {
            picture.attach(to: surface)
            surface.offset(x: x, y: y)
        } else {
            picture.attach(to: surface, x: x, y: y)
        }
        surface.setBufferScale(scale: scale)
        surface.commit()
    }
}
