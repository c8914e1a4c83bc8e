// SPDX-License-Identifier: MIT

internal import CCairo
internal import WaylandServer

// The matrices of cairo for `wl_surface.set_buffer_transform`.

extension Painter {
    /// Maps a pixel of the buffer to its position before the client's transform.
    ///
    /// The client rotates counter-clockwise, so this rotates clockwise; the client flips around a vertical axis first.
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
