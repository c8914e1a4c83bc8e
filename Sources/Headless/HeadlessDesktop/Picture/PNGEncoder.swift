// SPDX-License-Identifier: MIT

internal import CZlib
internal import Glibc

/// Encodes a PNG file, optimised for speed rather than size.
///
/// A run takes a screenshot every few frames. libpng, which tries five filters on every row and compresses well, took
/// most of the run's time. This encoder uses only the filter "up", whose result is zero in most of a screen's content,
/// and the fastest level of zlib.
struct PNGEncoder {
    private let width: Int
    private let height: Int
    private let pixels: [UInt32]
    private let isOpaque: Bool
    /// Whether each row equals the one above it, as most rows of a screen do.
    private let isRepeated: [Bool]

    /// - Parameter pixels: rows from the top without gaps, ARGB8888, premultiplied.
    /// - Parameter isOpaque: whether the file has no alpha channel; by default, if all pixels are opaque.
    init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool? = nil) {
        self.width = width
        self.height = height
        self.pixels = pixels
        let isRepeated = Self.repetitions(in: pixels, width: width, height: height)
        self.isRepeated = isRepeated
        self.isOpaque =
            isOpaque
            ?? pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<height where !isRepeated[row] {
                    for index in row * width..<(row + 1) * width where pixels[index] < 0xff00_0000 { return false }
                }
                return true
            }
    }

    /// The bytes of the file; nil if memory is exhausted or the image is empty.
    func encode() -> [UInt8]? {
        guard width > 0, height > 0, let data = compressed(filteredRows()) else { return nil }
        var file = Self.head(width: width, height: height, isOpaque: isOpaque)
        file.reserveCapacity(data.count + 64)
        Self.append("IDAT", data, to: &file)
        Self.append("IEND", [], to: &file)
        return file
    }

    /// The signature and IHDR.
    private static func head(width: Int, height: Int, isOpaque: Bool) -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        let bitsOfChannel: UInt8 = 8
        let colourType: UInt8 = isOpaque ? 2 : 6
        append("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [bitsOfChannel, colourType, 0, 0, 0], to: &file)
        return file
    }

    private static func repetitions(in pixels: [UInt32], width: Int, height: Int) -> [Bool] {
        let size = width * MemoryLayout<UInt32>.size
        return pixels.withUnsafeBytes { bytes in
            (0..<height).map { row in
                guard row > 0, size > 0, let start = bytes.baseAddress else { return false }
                return memcmp(start + row * size, start + (row - 1) * size, size) == 0
            }
        }
    }

    /// The rows, each after the number of its filter: PNG's "up".
    private func filteredRows() -> [UInt8] {
        let bytesOfPixel = isOpaque ? 3 : 4
        let bytesOfRow = 1 + width * bytesOfPixel
        // Four bytes are stored per pixel; without alpha, the last of them is zero.
        return [UInt8](unsafeUninitializedCapacity: height * bytesOfRow + 1) { buffer, count in
            pixels.withUnsafeBufferPointer { pixels in
                guard let rows = UnsafeMutableRawPointer(buffer.baseAddress), let pixels = pixels.baseAddress else {
                    return
                }
                memset(rows, 0, height * bytesOfRow + 1)
                for y in 0..<height {
                    rows.storeBytes(of: 2, toByteOffset: y * bytesOfRow, as: UInt8.self)
                    guard !isRepeated[y] else { continue }
                    var place = y * bytesOfRow + 1
                    var index = y * width
                    while index < (y + 1) * width {
                        let above = y > 0 ? pixels[index &- width] : 0
                        // Most pixels equal the one above, and their difference is zero.
                        if pixels[index] != above {
                            rows.storeBytes(of: difference(pixels[index], above), toByteOffset: place, as: UInt32.self)
                        }
                        place &+= bytesOfPixel
                        index &+= 1
                    }
                }
            }
            count = height * bytesOfRow
        }
    }

    /// The differences of a pixel's channels from those of the pixel above, in the byte order of the file.
    private func difference(_ pixel: UInt32, _ above: UInt32) -> UInt32 {
        let difference =
            isOpaque
            ? Self.difference(pixel, above) & 0x00ff_ffff
            : Self.difference(Self.straight(pixel), Self.straight(above))
        return (difference << 8 | difference >> 24).bigEndian
    }

    /// The differences of four bytes at once, without borrow between bytes.
    private static func difference(_ first: UInt32, _ second: UInt32) -> UInt32 {
        let high: UInt32 = 0x8080_8080
        return ((first | high) &- (second & ~high)) ^ ((first ^ ~second) & high)
    }

    /// A pixel with unpremultiplied colours.
    private static func straight(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        guard alpha != 0xff else { return pixel }
        guard alpha > 0 else { return 0 }
        func divided(_ channel: UInt32) -> UInt32 { min((channel * 255 + alpha / 2) / alpha, 255) }
        return alpha << 24 | divided(pixel >> 16 & 0xff) << 16 | divided(pixel >> 8 & 0xff) << 8 | divided(pixel & 0xff)
    }

    private func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // The filtered data of a screen is mostly zero: higher levels take longer and save little.
        guard
            deflateInit2_(
                &stream, 1, Z_DEFLATED, 15, 9, Z_DEFAULT_STRATEGY, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
                == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var bytes = bytes
        guard let size = UInt32(exactly: bytes.count) else { return nil }
        let bound = Int(deflateBound(&stream, UInt(size)))
        var status = Z_OK
        let result = bytes.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.next_in = input.baseAddress
                stream.avail_in = size
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(clamping: bound)
                status = deflate(&stream, Z_FINISH)
                count = Int(stream.total_out)
            }
        }
        return status == Z_STREAM_END ? result : nil
    }

    private static func append(_ kind: String, _ data: [UInt8], to file: inout [UInt8]) {
        let start = file.count + 4
        file += bytes(UInt32(data.count)) + kind.utf8 + data
        let sum = file.withUnsafeBufferPointer { file in
            crc32(0, file.baseAddress.map { $0 + start }, UInt32(file.count - start))
        }
        file += bytes(UInt32(truncatingIfNeeded: sum))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}

// MARK: Animated images (APNG)

extension PNGEncoder {
    /// A frame, and the part of the image that it replaces.
    struct MovingFrame {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
        /// The duration of the frame.
        var milliseconds: UInt16
        var isFirst: Bool
    }

    /// The beginning of a file, up to its frames.
    static func movingHead(width: Int, height: Int) -> [UInt8] {
        head(width: width, height: height, isOpaque: true) + animation(frames: 1)
    }

    /// The chunk with the number of frames, which are played once. Its length is independent of the number.
    static func animation(frames: UInt32) -> [UInt8] {
        var chunk: [UInt8] = []
        append("acTL", bytes(frames) + bytes(1), to: &chunk)
        return chunk
    }

    /// - Parameter sequence: the number of the next animation chunk; incremented.
    /// - Returns: nil if memory is exhausted.
    static func chunks(of frame: MovingFrame, _ pixels: [UInt32], sequence: inout UInt32) -> [UInt8]? {
        let encoder = PNGEncoder(width: frame.width, height: frame.height, pixels: pixels, isOpaque: true)
        guard let data = encoder.compressed(encoder.filteredRows()) else { return nil }
        var chunks: [UInt8] = []
        let size = bytes(UInt32(frame.width)) + bytes(UInt32(frame.height))
        let place = bytes(UInt32(frame.x)) + bytes(UInt32(frame.y))
        let time = bytes(UInt32(frame.milliseconds) << 16 | 1000)
        // The frame stays, and replaces the previous pixels.
        append("fcTL", bytes(sequence) + size + place + time + [0, 0], to: &chunks)
        sequence += 1
        if frame.isFirst {
            append("IDAT", data, to: &chunks)
        } else {
            append("fdAT", bytes(sequence) + data, to: &chunks)
            sequence += 1
        }
        return chunks
    }

    static var tail: [UInt8] {
        var chunk: [UInt8] = []
        append("IEND", [], to: &chunk)
        return chunk
    }
}
