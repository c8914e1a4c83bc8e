// SPDX-License-Identifier: MIT

internal import CCairo
package import DrayCore
internal import Glibc
internal import WaylandServer

extension SurfaceContent {
    /// The visible difference between two contents.
    package enum Change: Equatable {
        case none
        /// Pixels differ only inside this area of the surface, in points.
        case within(Rectangle)
        /// The size, the subsurfaces or their positions differ.
        case reshaped
    }

    /// The difference from an earlier content of the same surface. All pixels are compared if the buffers differ.
    package func change(since earlier: SurfaceContent) -> Change {
        guard size == earlier.size, parts.count == earlier.parts.count else { return .reshaped }
        var area: Rectangle?
        for (part, before) in zip(parts, earlier.parts) where part != before {
            guard let changed = part.changedArea(since: before) else { return .reshaped }
            if !changed.isEmpty { area = area?.union(changed) ?? changed }
        }
        return area.map(Change.within) ?? .none
    }
}

extension SurfaceContent.Part {
    /// The area of the whole surface in which pixels differ, in points; nil if there are other differences.
    fileprivate func changedArea(since before: Self) -> Rectangle? {
        guard position == before.position, state.size == before.state.size, state.source == before.state.source,
            state.scale == before.state.scale, state.transform == before.state.transform,
            let pixels = state.pixels, let old = before.state.pixels, pixels.width == old.width,
            pixels.height == old.height
        else { return nil }
        guard let area = pixels.changedArea(since: old) else { return .zero }
        guard state.transform == .normal, state.source == nil else {
            return Rectangle(origin: position, size: state.size)
        }
        let (x, y) = (state.size.width / Double(pixels.width), state.size.height / Double(pixels.height))
        return Rectangle(
            x: position.x + area.x * x, y: position.y + area.y * y, width: area.width * x, height: area.height * y)
    }
}

extension PixelBuffer {
    /// The bounding box of all pixels that differ from those of a buffer of the same size, in pixels; nil if none does.
    fileprivate func changedArea(since old: PixelBuffer) -> Rectangle? {
        guard let new = cairo_image_surface_get_data(surface), let before = cairo_image_surface_get_data(old.surface)
        else { return nil }
        let (stride, oldStride) = (
            Int(cairo_image_surface_get_stride(surface)), Int(cairo_image_surface_get_stride(old.surface))
        )
        let (width, rowBytes) = (width, width * 4)
        let rows = (0..<height).lazy.filter { memcmp(new + $0 * stride, before + $0 * oldStride, rowBytes) != 0 }
        guard let top = rows.first else { return nil }
        var (left, right, bottom) = (width, -1, top)
        for row in rows {
            bottom = row
            let line = UnsafeRawPointer(new + row * stride).assumingMemoryBound(to: UInt32.self)
            let oldLine = UnsafeRawPointer(before + row * oldStride).assumingMemoryBound(to: UInt32.self)
            if let first = (0..<left).first(where: { line[$0] != oldLine[$0] }) { left = first }
            if let last = (right + 1..<width).last(where: { line[$0] != oldLine[$0] }) { right = last }
        }
        return Rectangle(
            x: Double(left), y: Double(top), width: Double(right - left + 1), height: Double(bottom - top + 1))
    }
}
