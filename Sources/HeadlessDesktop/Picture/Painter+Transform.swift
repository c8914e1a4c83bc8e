// SPDX-License-Identifier: MIT

internal import CCairo
internal import WaylandServer

// `wl_surface.set_buffer_transform` as matrices of cairo's.

extension Painter {
    /// From a pixel of the buffer to the same place before the client turned its content.
    ///
    /// The client turned counter-clockwise, so this turns clockwise; it flipped around a vertical axis first.
    static func matrix(from transform: WlOutput.Transform, _ width: Int, _ height: Int) -> cairo_matrix_t {
        let w = Double(width)
        let h = Double(height)
        return switch transform {
        case .normal: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
        case ._90: cairo_matrix_t(xx: 0, yx: 1, xy: -1, yy: 0, x0: h, y0: 0)
        case ._180: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: -1, x0: w, y0: h)
        case ._270: cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: w)
        case .flipped: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: 1, x0: w, y0: 0)
        case .flipped90: cairo_matrix_t(xx: 0, yx: 1, xy: 1, yy: 0, x0: 0, y0: 0)
        case .flipped180: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: -1, x0: 0, y0: h)
        case .flipped270: cairo_matrix_t(xx: 0, yx: -1, xy: -1, yy: 0, x0: h, y0: w)
        }
    }
}
