// SPDX-License-Identifier: MIT

import Glibc
import HeadlessDesktop
import Testing

/// PNG files: other programs read exactly what was written.
@Suite struct PNGTests {
    /// Writes an image, and reads it with libpng.
    private func reread(_ picture: Screenshot) throws -> (picture: Screenshot, size: Int) {
        var template = Array("/tmp/dray-png-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        try #require(file >= 0)
        close(file)
        let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        defer { unlink(path) }
        try picture.writePNG(to: path)
        var status = stat()
        #expect(stat(path, &status) == 0)
        return (try Screenshot(readingPNG: path), Int(status.st_size))
    }

    @Test func everyColourComesBack() throws {
        var pixels: [UInt32] = []
        for index in 0..<(61 * 47) {
            pixels.append(0xff00_0000 | UInt32(truncatingIfNeeded: index &* 0x9e37_79b1) >> 8)
        }
        let picture = Screenshot(width: 61, height: 47, pixels: pixels)
        #expect(try reread(picture).picture == picture)
    }

    @Test func everyShareOfEveryAlphaComesBack() throws {
        let pixels = (0..<256).flatMap { alpha -> [UInt32] in
            (0..<256).map { share -> UInt32 in
                let colour = UInt32(min(share, alpha))
                return UInt32(alpha) << 24 | colour << 16 | colour / 2 << 8 | UInt32(alpha)
            }
        }
        let picture = Screenshot(width: 256, height: 256, pixels: pixels)
        #expect(try reread(picture).picture == picture)
    }

    @Test func aScreenOfOneColourIsASmallFile() throws {
        let picture = Screenshot(width: 1280, height: 720, pixels: Array(repeating: 0xff30_4050, count: 1280 * 720))
        let (copy, size) = try reread(picture)
        #expect(copy == picture)
        #expect(size < 32_000)
    }

    @Test func writeErrorsAreReported() throws {
        let picture = Screenshot(width: 1, height: 1, pixels: [0xff00_0000])
        let error = #expect(throws: HeadlessError.self) { try picture.writePNG(to: "/proc/nothing/picture.png") }
        #expect(error?.description == "cannot write /proc/nothing/picture.png: No such file or directory")
    }
}
