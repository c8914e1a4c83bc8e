// SPDX-License-Identifier: MIT

import Foundation

/// An image made of rectangles, written as an uncompressed PNG: sufficient for a report.
struct SamplePicture {
    let width: Int
    let height: Int
    private var rows: [UInt8]

    init(width: Int, height: Int, colour: UInt32) {
        self.width = width
        self.height = height
        rows = [UInt8](repeating: 0, count: (width * 3 + 1) * height)
        fill(x: 0, y: 0, width: width, height: height, colour: colour)
    }

    /// Fills a rectangle with a color `0xRRGGBB`, blended with `opacity`.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, colour: UInt32, opacity: Double = 1) {
        let parts = [UInt8(colour >> 16 & 255), UInt8(colour >> 8 & 255), UInt8(colour & 255)]
        for row in max(0, y)..<max(0, y, min(self.height, y + height)) {
            for column in max(0, x)..<max(0, x, min(self.width, x + width)) {
                for part in 0..<3 {
                    let place = row * (self.width * 3 + 1) + 1 + column * 3 + part
                    let mixed = Double(rows[place]) * (1 - opacity) + Double(parts[part]) * opacity
                    rows[place] = UInt8(mixed.rounded())
                }
            }
        }
    }

    /// The file's content.
    var png: Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        data += chunk("IHDR", bytes(of: UInt32(width)) + bytes(of: UInt32(height)) + [8, 2, 0, 0, 0])
        data += chunk("IDAT", stored)
        data += chunk("IEND", [])
        return data
    }

    /// The rows as a zlib stream of stored blocks.
    private var stored: [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var start = 0
        while start < rows.count {
            let end = min(start + 65_535, rows.count)
            let length = UInt16(end - start)
            result.append(end == rows.count ? 1 : 0)
            result += [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
            result += rows[start..<end]
            start = end
        }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in rows {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return result + bytes(of: b << 16 | a)
    }

    private func chunk(_ kind: String, _ content: [UInt8]) -> Data {
        let body = Array(kind.utf8) + content
        var check = UInt32.max
        for byte in body {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
        }
        return Data(bytes(of: UInt32(content.count)) + body + bytes(of: ~check))
    }

    private func bytes(of number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
    }
}
