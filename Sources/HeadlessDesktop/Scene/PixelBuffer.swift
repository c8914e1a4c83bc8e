// SPDX-License-Identifier: MIT

internal import CCairo
internal import WaylandServer

/// Pixels that a client has committed, copied out of its buffer so that they outlive it.
public final class PixelBuffer {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// A `cairo_surface_t` of the format `CAIRO_FORMAT_ARGB32`. Borrowed: it lives as long as this object.
    public let surface: OpaquePointer

    /// Wider or higher pictures than this are refused: no screen shows them, and cairo's own limit is not far.
    static let sideLimit = 16384
    /// Bigger pictures than this are refused: 256 MiB.
    static let areaLimit = 1 << 26

    /// Why there are no pixels.
    enum Failure: Error {
        /// The picture is too large, or there is no memory.
        case tooLarge
        /// The client's file is shorter than the client said.
        case truncated
    }

    init(copying buffer: SharedMemoryContent) throws(Failure) {
        guard buffer.width <= Self.sideLimit, buffer.height <= Self.sideLimit,
            buffer.width * buffer.height <= Self.areaLimit,
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(buffer.width), Int32(buffer.height))
        else { throw .tooLarge }
        guard let target = cairo_image_surface_get_data(surface) else {
            cairo_surface_destroy(surface)
            throw .tooLarge
        }
        width = buffer.width
        height = buffer.height
        self.surface = surface
        let stride = Int(cairo_image_surface_get_stride(surface))
        cairo_surface_flush(surface)
        // Rows that lie as close as ours are read in one go.
        let isSame = buffer.stride == stride
        let (rows, length) = isSame ? (1, stride * height) : (height, width * 4)
        for row in 0..<rows {
            let place = buffer.offset + row * buffer.stride
            guard buffer.pool.read(length, at: place, into: target + row * stride) else { throw .truncated }
        }
        if buffer.isOpaque {
            for row in 0..<height {
                let line = UnsafeMutableRawPointer(target + row * stride)
                Self.makeOpaque(line.assumingMemoryBound(to: UInt32.self), count: width)
            }
        }
        cairo_surface_mark_dirty(surface)
    }

    deinit {
        cairo_surface_destroy(surface)
    }

    /// The fourth byte of an XRGB pixel means nothing and may be anything.
    private static func makeOpaque(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
        for index in 0..<count { pixels[index] |= 0xff00_0000 }
    }
}
