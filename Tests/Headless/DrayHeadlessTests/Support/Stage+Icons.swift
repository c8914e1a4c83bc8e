// SPDX-License-Identifier: MIT

import DragFixture
import DrayCore
import Glibc
import TestClients
import WaylandClient

extension Stage {
    /// An icon surface of the source without content.
    func makeIcon() -> WlSurface { source.compositor.createSurface() }

    /// Begins a drag with an icon without content.
    func beginWithIcon() throws -> WlSurface {
        let icon = makeIcon()
        try begin(icon: icon)
        return icon
    }

    /// Begins a drag with an icon that has content, and moves until it is shown.
    @discardableResult
    func beginShowing(width: Int32, height: Int32, offset: Point = .zero, mark: Point? = nil) throws -> WlSurface {
        let icon = try beginWithIcon()
        try draw(on: icon, width: width, height: height, offset: offset, mark: mark)
        try move(to: Stage.beside)
        return icon
    }

    /// Draws on an icon: a frame, one pure red pixel at the hotspot, and a gradient.
    ///
    /// - Parameters:
    ///   - width: in points; the buffer has `bufferScale` times as many pixels.
    ///   - offset: the offset of `wl_surface.attach`.
    func draw(
        on icon: WlSurface, width: Int32, height: Int32, bufferScale: Int32 = 1, offset: Point = .zero,
        mark: Point? = nil
    ) throws {
        let (wide, high) = (Int(width * bufferScale), Int(height * bufferScale))
        var pixels = [UInt32](repeating: 0, count: wide * high)
        let frame = Int(bufferScale)
        for y in 0..<high {
            for x in 0..<wide {
                let isFrame = x < frame || y < frame || x >= wide - frame || y >= high - frame
                let green = UInt32(0x90 + 0x50 * y / high)
                let blue = UInt32(0xe0 - 0x60 * x / wide)
                pixels[y * wide + x] = isFrame ? 0xff20_3040 : 0xff30_0000 | green << 8 | blue
            }
        }
        if let mark {
            let (left, top) = (Int(mark.x) * Int(bufferScale), Int(mark.y) * Int(bufferScale))
            for y in top..<(top + Int(bufferScale)) {
                for x in left..<(left + Int(bufferScale)) { pixels[y * wide + x] = 0xffff_0000 }
            }
        }
        let buffer = source.makeBuffer(width: Int32(wide), height: Int32(high), pixels: pixels)
        icon.setBufferScale(scale: bufferScale)
        icon.attach(buffer: buffer, x: Int32(offset.x), y: Int32(offset.y))
        icon.damage(x: 0, y: 0, width: width, height: height)
        icon.commit()
        try fixture.settle()
    }
}

extension Stage {
    /// Shows a surface at another size from its next commit on.
    func stretch(_ surface: WlSurface, to width: Int32, _ height: Int32) throws {
        let globals = GlobalList(source.connection)
        try fixture.settle()
        guard let viewporter = globals.bind(WpViewporter.self) else {
            throw DragClient.SetupFailure(reason: "wp_viewporter is missing")
        }
        let viewport = viewporter.getViewport(surface: surface)
        viewport.setDestination(width: width, height: height)
        source.keep(viewport.proxy)
    }
}
