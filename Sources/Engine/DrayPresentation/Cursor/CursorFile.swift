// SPDX-License-Identifier: MIT

/// The images of one cursor in one size, read from an XCursor file: one image, or an animation.
///
/// libXcursor is not used, since it would link every compositor with the X11 libraries; nor is libwayland-cursor, which
/// requires a client with a `wl_shm`. The format is a table and a small header for each image. Theme files are
/// untrusted, so every length is checked.
public struct CursorFile {
    /// In the order of the file; at least one, all of the same nominal size.
    public let images: [CursorImage]

    /// The maximum side of an image, in pixels: a cursor of 64 points at scale 8.
    public static let sideLimit = 512

    /// Reads the images with the nominal size nearest to `size` pixels; of two equally near, the larger.
    public init(parsing bytes: [UInt8], size: Int) throws(CursorFileError) {
        let entries = try Self.entries(of: bytes)
        guard let nearest = entries.map(\.nominalSize).min(by: { Self.isBetter($0, than: $1, for: size) }) else {
            throw .badTable
        }
        var images: [CursorImage] = []
        for entry in entries where entry.nominalSize == nearest {
            images.append(try Self.image(entry, in: bytes))
        }
        self.images = images
    }

    // MARK: Format

    private struct Entry {
        let nominalSize: Int
        let position: Int
    }

    /// "Xcur" as a little-endian number.
    private static let magic = 0x7275_6358
    private static let imageType = 0xfffd_0002
    private static let imageHeaderLength = 36
    private static let entryLength = 12
    /// The largest themes have a few hundred sizes times animation frames.
    private static let entryLimit = 4096

    private static func entries(of bytes: [UInt8]) throws(CursorFileError) -> [Entry] {
        guard bytes.count >= 16, try number(at: 0, in: bytes) == magic else { throw .notACursorFile }
        let headerLength = try number(at: 4, in: bytes)
        let count = try number(at: 12, in: bytes)
        guard count <= entryLimit else { throw .badTable }
        var entries: [Entry] = []
        for index in 0..<count {
            let start = headerLength + index * entryLength
            // The table also contains comments.
            guard try number(at: start, in: bytes) == imageType else { continue }
            let size = try number(at: start + 4, in: bytes)
            entries.append(Entry(nominalSize: size, position: try number(at: start + 8, in: bytes)))
        }
        return entries
    }

    private static func image(_ entry: Entry, in bytes: [UInt8]) throws(CursorFileError) -> CursorImage {
        let start = entry.position
        guard try number(at: start + 4, in: bytes) == imageType else { throw .badTable }
        let width = try number(at: start + 16, in: bytes)
        let height = try number(at: start + 20, in: bytes)
        let hotspotX = try number(at: start + 24, in: bytes)
        let hotspotY = try number(at: start + 28, in: bytes)
        let delay = try number(at: start + 32, in: bytes)
        guard (1...sideLimit).contains(width), (1...sideLimit).contains(height), hotspotX < width, hotspotY < height
        else { throw .badImage }
        let first = start + imageHeaderLength
        guard first + width * height * 4 <= bytes.count else { throw .truncated }
        guard let pixels = Pixels(width: width, height: height) else { throw .outOfMemory }
        pixels.withUnsafeMutableBytes { target in
            for y in 0..<height {
                for x in 0..<width {
                    let offset = first + (y * width + x) * 4
                    let pixel =
                        UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
                        | UInt32(bytes[offset + 3]) << 24
                    target.storeBytes(of: pixel, toByteOffset: y * pixels.stride + x * 4, as: UInt32.self)
                }
            }
        }
        return CursorImage(
            pixels: pixels, nominalSize: entry.nominalSize, hotspotX: hotspotX, hotspotY: hotspotY, delay: delay)
    }

    /// Returns a little-endian number of four bytes.
    private static func number(at offset: Int, in bytes: [UInt8]) throws(CursorFileError) -> Int {
        guard offset >= 0, offset <= bytes.count - 4 else { throw .truncated }
        return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16
            | Int(bytes[offset + 3]) << 24
    }

    private static func isBetter(_ first: Int, than second: Int, for size: Int) -> Bool {
        let distance = abs(first - size)
        let other = abs(second - size)
        return distance == other ? first > second : distance < other
    }
}
