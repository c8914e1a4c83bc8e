// SPDX-License-Identifier: MIT

// A blur, which cairo does not provide.

extension Pixels {
    /// Blurs an image that is black apart from its alpha, such as a shadow, with three box blurs, which approximate a
    /// Gaussian.
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

    /// Applies one box blur to a row or column; pixels beyond its ends are transparent.
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
