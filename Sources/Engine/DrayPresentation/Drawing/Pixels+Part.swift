// SPDX-License-Identifier: MIT

// Copies of parts of an image, for images that are drawn as a whole and shown in pieces, such as the ring.

extension Pixels {
    /// Copies a rectangle of this image; nil if it does not lie inside or there is no memory.
    func part(x: Int, y: Int, width: Int, height: Int) -> Pixels? {
        guard x >= 0, y >= 0, x + width <= self.width, y + height <= self.height,
            let part = Pixels(width: width, height: height, scale: scale)
        else { return nil }
        withUnsafeBytes { source in
            part.withUnsafeMutableBytes { target in
                for row in 0..<height {
                    let start = (y + row) * stride + x * 4
                    UnsafeMutableRawBufferPointer(rebasing: target[(row * part.stride)...].prefix(width * 4))
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start...].prefix(width * 4)))
                }
            }
        }
        return part
    }
}
