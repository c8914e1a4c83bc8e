// SPDX-License-Identifier: MIT

import WaylandClient

/// A card as it looks among others that are dragged: on a surface of its own, which the compositor shows where it wants.
final class ItemPicture {
    let surface: WlSurface
    private let picture: SharedBuffer?

    init(of item: Item, _ globals: Globals, scale: Int32) {
        surface = globals.compositor.createSurface()
        let size = Layout.card
        picture = SharedBuffer(globals.shm, width: Int32(size.width) * scale, height: Int32(size.height) * scale)
        guard let picture else { return }
        picture.draw(scale: scale) { context in
            CardPainter(context: context, time: 0).draw(item, in: Rectangle(origin: .zero, size: size))
        }
        picture.attach(to: surface)
        surface.setBufferScale(scale: scale)
        surface.commit()
    }

    deinit {
        surface.destroy()
    }
}
