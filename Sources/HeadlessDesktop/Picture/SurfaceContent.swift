// SPDX-License-Identifier: MIT

internal import CCairo
package import DrayCore
internal import WaylandServer

/// What is on a surface and its subsurfaces at one moment. Pixels are kept, not copied: a surface that commits others, or is
/// destroyed, changes nothing of it.
package struct SurfaceContent: Equatable {
    /// Of the surface itself, in points.
    package let size: Size
    let parts: [Part]

    /// The longest side of the buffers that it is made of, in pixels.
    package var longestSide: Int {
        parts.compactMap(\.state.pixels).map { max($0.width, $0.height) }.max() ?? 0
    }

    /// One surface of the tree. Two are equal if they look the same; the pixels are kept, so that no others can come to lie
    /// at their address.
    struct Part: Equatable {
        let state: SurfaceState
        let position: Point

        static func == (left: Part, right: Part) -> Bool {
            left.state.pixels === right.state.pixels && left.position == right.position
                && left.state.size == right.state.size && left.state.source == right.state.source
                && left.state.scale == right.state.scale && left.state.transform == right.state.transform
        }
    }

    /// Nil for a surface without content.
    package init?(_ surface: Surface, hasSubsurfaces: Bool = true) {
        guard surface.state.pixels != nil, !surface.state.size.isEmpty else { return nil }
        size = surface.state.size
        var parts: [Part] = []
        if hasSubsurfaces {
            Self.collect(surface, at: .zero, into: &parts)
        } else {
            parts = [Part(state: surface.state, position: .zero)]
        }
        self.parts = parts
    }

    /// Draws it with a `cairo_t`, stretched to a size in points, with its corner at (0, 0). Subsurfaces are seen where they lie
    /// on the surface itself.
    /// - Parameter isCoarse: whether the work is bounded by the size that is drawn, and not by that of the buffers.
    package func draw(with context: OpaquePointer, width: Double, height: Double, coarse isCoarse: Bool = false) {
        guard width > 0, height > 0 else { return }
        cairo_rectangle(context, 0, 0, width, height)
        cairo_clip(context)
        cairo_scale(context, width / size.width, height / size.height)
        let painter = Painter(context, coarse: isCoarse)
        for part in parts { painter.paint(part.state, at: part.position) }
    }

    private static func collect(_ surface: Surface, at origin: Point, into parts: inout [Part]) {
        guard surface.state.pixels != nil, !surface.state.size.isEmpty else { return }
        for layer in surface.stack.layers {
            switch layer {
            case .own: parts.append(Part(state: surface.state, position: origin))
            case .child(let child):
                if let above = child.surface { collect(above, at: origin + child.position, into: &parts) }
            }
        }
    }
}
