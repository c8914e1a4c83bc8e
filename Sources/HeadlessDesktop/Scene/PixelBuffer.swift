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
    /// Of the bytes that its client may have.
    private let share: ClientBudget.Share

    /// Wider or higher pictures than this are refused: no screen shows them, and cairo's own limit is not far.
    static let sideLimit = 16384
    /// Bigger pictures than this are refused: 256 MiB.
    static let areaLimit = 1 << 26

    /// Why there are no pixels.
    enum Failure: Error {
        /// The picture is too large, the client has too many, or there is no memory.
        case tooLarge
        /// The client's file is shorter than the client said.
        case truncated
    }

    /// Room for what is in a client's buffer.
    init(for buffer: SharedMemoryContent, of client: Client, within budget: ClientBudget) throws(Failure) {
        guard buffer.width <= Self.sideLimit, buffer.height <= Self.sideLimit,
            buffer.width * buffer.height <= Self.areaLimit,
            let share = budget.take(4 * buffer.width * buffer.height, for: client),
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(buffer.width), Int32(buffer.height))
        else { throw .tooLarge }
        guard cairo_image_surface_get_data(surface) != nil else {
            cairo_surface_destroy(surface)
            throw .tooLarge
        }
        self.share = share
        width = buffer.width
        height = buffer.height
        self.surface = surface
    }

    /// Copies rows of the buffer.
    func copy(_ rows: Range<Int>, of buffer: SharedMemoryContent) throws(Failure) {
        guard let target = cairo_image_surface_get_data(surface) else { throw .tooLarge }
        let stride = Int(cairo_image_surface_get_stride(surface))
        cairo_surface_flush(surface)
        // Rows that lie as close as ours are read in one go.
        if buffer.stride == stride {
            guard
                buffer.pool.read(
                    stride * rows.count, at: buffer.offset + rows.lowerBound * stride,
                    into: target + rows.lowerBound * stride)
            else { throw .truncated }
        } else {
            for row in rows {
                guard buffer.pool.read(width * 4, at: buffer.offset + row * buffer.stride, into: target + row * stride)
                else { throw .truncated }
            }
        }
        if buffer.isOpaque {
            for row in rows {
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
