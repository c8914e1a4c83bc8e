// SPDX-License-Identifier: MIT

internal import CCairo
internal import Synchronization

/// An image in memory: 32 bits per pixel, with alpha, red, green and blue from the highest byte down in native byte
/// order, premultiplied (`WL_SHM_FORMAT_ARGB8888`, cairo's `ARGB32`), rows from the top.
///
/// The content is immutable once it is part of a `Layer`; a changed image is a new object. A host may therefore keep a
/// texture for it as long as the object's identity is the same.
public final class Pixels {
    /// The number of pixels per row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The number of bytes per row; at least four times `width`.
    public let stride: Int
    /// The scale that the image was drawn for, in pixels per point. A hint only: the bounds of a layer determine its
    /// size.
    public let scale: Double

    /// A number that is unique in this process, to be used as the key of a texture.
    public let number = Pixels.lastNumber.add(1, ordering: .relaxed).newValue

    let surface: OpaquePointer

    private static let lastNumber = Atomic<UInt64>(0)

    /// Creates a fully transparent image; nil if a side is not positive or exceeds `sideLimit`, or there is no memory.
    public init?(width: Int, height: Int, scale: Double = 1) {
        guard width > 0, height > 0, width <= Self.sideLimit, height <= Self.sideLimit else { return nil }
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
            return nil
        }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            return nil
        }
        self.surface = surface
        self.width = width
        self.height = height
        self.stride = Int(cairo_image_surface_get_stride(surface))
        self.scale = scale
    }

    /// Creates an image that `draw` paints with a `cairo_t`, in pixels; nil under the conditions of
    /// `init(width:height:scale:)`.
    public convenience init?(
        width: Int, height: Int, scale: Double = 1, draw: (_ context: OpaquePointer) -> Void
    ) {
        self.init(width: width, height: height, scale: scale)
        guard let context = cairo_create(surface) else { return nil }
        defer { cairo_destroy(context) }
        guard cairo_status(context) == CAIRO_STATUS_SUCCESS else { return nil }
        draw(context)
        cairo_surface_flush(surface)
    }

    deinit {
        cairo_surface_destroy(surface)
    }

    /// The maximum side: beyond it cairo and pixman cannot address a row or column.
    public static let sideLimit = 32767

    /// Calls `body` with all bytes, `stride` times `height`. The buffer is valid only during the call.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        cairo_surface_flush(surface)
        let start = UnsafeRawPointer(cairo_image_surface_get_data(surface))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : stride * height))
    }

    /// The pixel at a column and row; 0 outside the image.
    public func pixel(x: Int, y: Int) -> UInt32 {
        guard x >= 0, y >= 0, x < width, y < height else { return 0 }
        return withUnsafeBytes { $0.load(fromByteOffset: y * stride + x * 4, as: UInt32.self) }
    }

    /// Draws the image with a `cairo_t` at its origin, scaled to a size in the context's units.
    public func draw(with context: OpaquePointer, width: Double, height: Double) {
        guard width > 0, height > 0 else { return }
        cairo_save(context)
        cairo_rectangle(context, 0, 0, width, height)
        cairo_clip(context)
        cairo_scale(context, width / Double(self.width), height / Double(self.height))
        cairo_set_source_surface(context, surface, 0, 0)
        // Without it, the edges of a scaled image would blend with transparent pixels.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_paint(context)
        cairo_restore(context)
    }

    /// Calls `body` with all bytes to fill in; only while the image is being created.
    func withUnsafeMutableBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
        cairo_surface_flush(surface)
        guard let start = cairo_image_surface_get_data(surface) else { return }
        body(UnsafeMutableRawBufferPointer(start: start, count: stride * height))
        cairo_surface_mark_dirty(surface)
    }
}
