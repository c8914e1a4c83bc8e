// SPDX-License-Identifier: MIT

internal import CCairo
package import DrayCore
internal import WaylandServer

/// The content of a surface and its subsurfaces at one moment. Pixels are retained, not copied; later commits and the
/// destruction of a surface do not affect it.
package struct SurfaceContent: Equatable {
    /// The size of the surface itself, in points.
    package let size: Size
    let parts: [Part]

    /// The largest side length of its buffers, in pixels.
    package var longestSide: Int {
        parts.compactMap(\.state.pixels).map { max($0.width, $0.height) }.max() ?? 0
    }

    /// One surface of the tree. Two are equal if they look the same. Pixels are retained, so that their address
    /// identifies them.
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

    /// Draws the content with a `cairo_t`, scaled to a size in points, with its corner at (0, 0). Subsurfaces are
    /// clipped to the surface itself.
    /// - Parameter isCoarse: whether the amount of work depends on the drawn size and not on that of the buffers.
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
