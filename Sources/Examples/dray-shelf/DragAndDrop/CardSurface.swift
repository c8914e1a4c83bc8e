// SPDX-License-Identifier: MIT

import WaylandClient

/// A surface that shows one card: the drag icon, or the preview of one of several items, which the compositor places.
final class CardSurface {
    let surface: WlSurface
    private let globals: Globals
    private var picture: SharedBuffer?

    init(_ globals: Globals) {
        self.globals = globals
        surface = globals.compositor.createSurface()
    }

    deinit {
        surface.destroy()
    }

    /// - Parameter grip: for an icon, the vector from the card's upper left corner to the pointer.
    func draw(_ item: Item, scale: Int32, grip: Point = .zero) {
        picture = SharedBuffer(globals.shm, Layout.card, scale: scale) { context in
            CardPainter(context: context).draw(item, in: Rectangle(origin: .zero, size: Layout.card))
        }
        // The upper left corner of an icon is at the pointer by default; the offset moves it (HIG-12).
        let x = Int32(-grip.x.rounded())
        let y = Int32(-grip.y.rounded())
        if surface.proxy.version >= 5 {
            picture?.attach(to: surface)
            surface.offset(x: x, y: y)
        } else {
            picture?.attach(to: surface, x: x, y: y)
        }
        surface.setBufferScale(scale: scale)
        surface.commit()
    }
}
