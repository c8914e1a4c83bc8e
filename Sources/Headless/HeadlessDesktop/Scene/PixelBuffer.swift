// SPDX-License-Identifier: MIT

internal import CCairo
internal import WaylandServer

/// Committed pixels, copied from a client's buffer so that they outlive it.
public final class PixelBuffer {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// A `cairo_surface_t` of the format `CAIRO_FORMAT_ARGB32`, owned by this object.
    public let surface: OpaquePointer
    /// The reserved part of the client's budget.
    private let share: ClientBudget.Share

    /// The maximum side length in pixels. Larger buffers are rejected: no output shows them, and cairo's own limit is
    /// not much higher.
    static let sideLimit = 16384
    /// The maximum number of pixels; equal to 256 MiB.
    static let areaLimit = 1 << 26

    /// The reason why there are no pixels.
    enum Failure: Error {
        /// The buffer is too large, the client has exceeded its budget, or memory is exhausted.
        case tooLarge
        /// The client's file is shorter than its pool.
        case truncated
    }

    /// Allocates memory for the content of a client's buffer.
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
        // Rows with the same stride are read at once.
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

    /// Sets the fourth byte of XRGB pixels, which has no meaning and any value.
    private static func makeOpaque(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
        for index in 0..<count { pixels[index] |= 0xff00_0000 }
    }
}
