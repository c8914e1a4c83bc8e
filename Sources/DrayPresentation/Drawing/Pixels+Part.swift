// SPDX-License-Identifier: MIT

// Cutting a picture: what is drawn as a whole and shown in pieces, as the ring is, has a copy for each.

extension Pixels {
    /// A copy of a rectangle of this picture, or nil when it does not lie inside or memory is short.
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
