// SPDX-License-Identifier: MIT

internal import CCairo
internal import Synchronization

/// A picture in memory: 32 bits a pixel, alpha, red, green and blue from the highest byte down in native byte order,
/// colours premultiplied by alpha (`WL_SHM_FORMAT_ARGB8888`, cairo's `ARGB32`), rows from the top.
///
/// A picture never changes once it is part of a `Layer`: another picture is another object. A host may therefore keep
/// a texture for it as long as the object's identity stays the same.
public final class Pixels {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Bytes from one row to the next; at least four times `width`.
    public let stride: Int
    /// Pixels per point the picture was drawn for. Only a hint: a layer's bounds say how large it is shown.
    public let scale: Double

    /// The picture's own, never given to another of this process: who keeps a texture for it asks by this.
    public let number = Pixels.lastNumber.add(1, ordering: .relaxed).newValue

    let surface: OpaquePointer

    private static let lastNumber = Atomic<UInt64>(0)

    /// An empty, fully transparent picture, or nil when a side is not positive, exceeds `sideLimit`, or memory is short.
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

    /// A picture that `draw` paints with a `cairo_t`, in pixels; nil where `init(width:height:scale:)` is.
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

    /// The longest side: beyond it cairo (and pixman below it) cannot address a row or column.
    public static let sideLimit = 32767

    /// Calls `body` with all bytes, `stride` times `height` of them. The buffer is valid during the call only.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        cairo_surface_flush(surface)
        let start = UnsafeRawPointer(cairo_image_surface_get_data(surface))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : stride * height))
    }

    /// The pixel at a column and row; 0 outside the picture.
    public func pixel(x: Int, y: Int) -> UInt32 {
        guard x >= 0, y >= 0, x < width, y < height else { return 0 }
        return withUnsafeBytes { $0.load(fromByteOffset: y * stride + x * 4, as: UInt32.self) }
    }

    /// Draws the picture with a `cairo_t` at its origin, stretched to a size in the context's units.
    public func draw(with context: OpaquePointer, width: Double, height: Double) {
        guard width > 0, height > 0 else { return }
        cairo_save(context)
        cairo_rectangle(context, 0, 0, width, height)
        cairo_clip(context)
        cairo_scale(context, width / Double(self.width), height / Double(self.height))
        cairo_set_source_surface(context, surface, 0, 0)
        // Where it is stretched, the edge would be mixed with nothing.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_paint(context)
        cairo_restore(context)
    }

    /// Calls `body` with all bytes to fill in; only while the picture is being made.
    func withUnsafeMutableBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
        cairo_surface_flush(surface)
        guard let start = cairo_image_surface_get_data(surface) else { return }
        body(UnsafeMutableRawBufferPointer(start: start, count: stride * height))
        cairo_surface_mark_dirty(surface)
    }
}
