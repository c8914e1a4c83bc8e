// SPDX-License-Identifier: MIT

// Blurring, which cairo does not do.

extension Pixels {
    /// Blurs a picture that is black apart from its alpha, as shadows are: three running means, which come close to a
    /// bell curve.
    func soften(radius: Int) {
        guard radius > 0 else { return }
        var line = [UInt32](repeating: 0, count: max(width, height))
        withUnsafeMutableBytes { bytes in
            let pixels = bytes.bindMemory(to: UInt32.self)
            let rowLength = stride / 4
            for _ in 0..<3 {
                for row in 0..<height {
                    Self.soften(pixels, at: row * rowLength, step: 1, count: width, radius: radius, line: &line)
                }
                for column in 0..<width {
                    Self.soften(pixels, at: column, step: rowLength, count: height, radius: radius, line: &line)
                }
            }
        }
    }

    /// One running mean along a row or column; beyond its ends there is nothing.
    private static func soften(
        _ pixels: UnsafeMutableBufferPointer<UInt32>, at start: Int, step: Int, count: Int, radius: Int,
        line: inout [UInt32]
    ) {
        for index in 0..<count { line[index] = pixels[start + index * step] >> 24 }
        let window = UInt32(2 * radius + 1)
        var sum: UInt32 = 0
        for index in 0..<min(radius, count) { sum += line[index] }
        for index in 0..<count {
            if index + radius < count { sum += line[index + radius] }
            if index > radius { sum -= line[index - radius - 1] }
            pixels[start + index * step] = ((sum + window / 2) / window) << 24
        }
    }
}
