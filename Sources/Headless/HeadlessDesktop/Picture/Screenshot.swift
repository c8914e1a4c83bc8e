// SPDX-License-Identifier: MIT

internal import CCairo
internal import Glibc

/// A screenshot of an output.
public struct Screenshot: Equatable, Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// Rows from the top, each pixel as 0xAARRGGBB with premultiplied alpha.
    public let pixels: [UInt32]

    /// Creates an image from `width` times `height` pixels.
    public init(width: Int, height: Int, pixels: [UInt32]) {
        precondition(pixels.count == width * height, "the number of pixels must match the size")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Copies a `cairo_surface_t` of the format `CAIRO_FORMAT_ARGB32`.
    init(copying surface: OpaquePointer) {
        cairo_surface_flush(surface)
        let width = Int(cairo_image_surface_get_width(surface))
        let height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        let data = cairo_image_surface_get_data(surface)
        self.width = width
        self.height = height
        pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
            guard let data, let target = buffer.baseAddress else { return }
            for row in 0..<height {
                UnsafeMutableRawPointer(target + row * width).copyMemory(
                    from: data + row * stride, byteCount: width * 4)
            }
            count = width * height
        }
    }

    /// One pixel, as in `pixels`; 0 outside the image.
    public subscript(x: Int, y: Int) -> UInt32 {
        guard (0..<width).contains(x), (0..<height).contains(y), pixels.count == width * height else { return 0 }
        return pixels[y * width + x]
    }

    /// Reads a PNG file of any pixel format.
    public init(readingPNG path: String) throws(HeadlessError) {
        guard let file = cairo_image_surface_create_from_png(path) else { throw .outOfMemory }
        defer { cairo_surface_destroy(file) }
        let status = cairo_surface_status(file)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .cannotRead(path: path, reason: String(cString: cairo_status_to_string(status)))
        }
        let width = cairo_image_surface_get_width(file)
        let height = cairo_image_surface_get_height(file)
        let copy = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
        defer { cairo_surface_destroy(copy) }
        guard let copy, let context = cairo_create(copy) else { throw .outOfMemory }
        cairo_set_source_surface(context, file, 0, 0)
        cairo_paint(context)
        cairo_destroy(context)
        self.init(copying: copy)
    }

    /// Writes a PNG file, replacing an existing one.
    public func writePNG(to path: String) throws(HeadlessError) {
        let bytes = try png()
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw .cannotWrite(path: path, reason: String(cString: strerror(errno))) }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .cannotWrite(path: path, reason: String(cString: strerror(errno))) }
            rest = rest.dropFirst(count)
        }
    }

    /// The image as the bytes of a PNG file.
    public func png() throws(HeadlessError) -> [UInt8] {
        guard let bytes = PNGEncoder(width: width, height: height, pixels: pixels).encode() else { throw .outOfMemory }
        return bytes
    }
}
