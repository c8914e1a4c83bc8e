// SPDX-License-Identifier: MIT

import DrayCore

// Copies of client buffers, within limits: a buffer may have any size, and its description may be invalid.

extension Pixels {
    /// The maximum number of pixels kept of one icon: 2048 x 2048, 16 MiB.
    ///
    /// That is as large as a laptop's screen; a client must not be able to exhaust the compositor's memory with an
    /// icon. Larger ones are kept at a lower resolution, and shown at the same size.
    public static let keptPixelLimit = 2048 * 2048

    /// The maximum side of a buffer, as large as common textures. Larger buffers are rejected, and a standard image is
    /// used.
    public static let clientSideLimit = 16384

    /// Copies a client's buffer; nil if its dimensions are invalid or exceed `clientSideLimit`.
    ///
    /// A buffer with more than `keptPixelLimit` pixels is downsampled by an integer factor. At most four samples are
    /// read for each pixel kept, so that time is bounded as well as memory.
    public convenience init?(copying buffer: ClientBuffer) {
        guard buffer.isSound else { return nil }
        let factor = Self.reduction(width: buffer.width, height: buffer.height)
        let width = max(buffer.width / factor, 1)
        let height = max(buffer.height / factor, 1)
        let scale = buffer.size.width > 0 ? Double(width) / buffer.size.width : 1
        self.init(width: width, height: height, scale: scale)
        withUnsafeMutableBytes { target in
            if factor == 1 {
                copyRows(of: buffer, to: target)
            } else {
                sample(buffer, by: factor, to: target)
            }
        }
    }

    /// The integer factor by which an image of this size is downsampled; 1 if it is kept unchanged.
    static func reduction(width: Int, height: Int) -> Int {
        var factor = 1
        while max(width / factor, 1) * max(height / factor, 1) > keptPixelLimit { factor += 1 }
        return factor
    }

    private func copyRows(of buffer: ClientBuffer, to target: UnsafeMutableRawBufferPointer) {
        for row in 0..<height {
            let source = UnsafeRawBufferPointer(rebasing: buffer.bytes[(row * buffer.stride)...].prefix(width * 4))
            let line = UnsafeMutableRawBufferPointer(rebasing: target[(row * stride)...].prefix(width * 4))
            line.copyMemory(from: source)
            guard buffer.format == .xrgb8888 else { continue }
            for column in 0..<width {
                let pixel = line.load(fromByteOffset: column * 4, as: UInt32.self) | 0xff00_0000
                line.storeBytes(of: pixel, toByteOffset: column * 4, as: UInt32.self)
            }
        }
    }

    /// Averages four points of each square of `factor` x `factor` pixels.
    private func sample(_ buffer: ClientBuffer, by factor: Int, to target: UnsafeMutableRawBufferPointer) {
        let near = factor / 4
        let far = factor - 1 - near
        for row in 0..<height {
            let upper = min(row * factor + near, buffer.height - 1)
            let lower = min(row * factor + far, buffer.height - 1)
            for column in 0..<width {
                let left = min(column * factor + near, buffer.width - 1)
                let right = min(column * factor + far, buffer.width - 1)
                let mean = Self.mean(
                    buffer.pixel(left, upper), buffer.pixel(right, upper), buffer.pixel(left, lower),
                    buffer.pixel(right, lower))
                target.storeBytes(of: mean, toByteOffset: row * stride + column * 4, as: UInt32.self)
            }
        }
    }

    /// Returns the mean of four premultiplied pixels, computed two channels at a time.
    private static func mean(_ first: UInt32, _ second: UInt32, _ third: UInt32, _ fourth: UInt32) -> UInt32 {
        let mask: UInt32 = 0x00ff_00ff
        let half: UInt32 = 0x0002_0002
        let low = (first & mask) + (second & mask) + (third & mask) + (fourth & mask) + half
        let high =
            (first >> 8 & mask) + (second >> 8 & mask) + (third >> 8 & mask) + (fourth >> 8 & mask) + half
        return (low >> 2 & mask) | (high >> 2 & mask) << 8
    }
}

extension ClientBuffer {
    /// Whether the dimensions are positive and within bounds, and all rows lie inside the bytes.
    var isSound: Bool {
        guard width > 0, height > 0, width <= Pixels.clientSideLimit, height <= Pixels.clientSideLimit,
            stride >= width * 4, size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite
        else { return false }
        let (before, overflow) = stride.multipliedReportingOverflow(by: height - 1)
        return !overflow && before <= bytes.count - width * 4
    }

    /// Returns a pixel; the caller has checked the position. Rows need not be aligned to four bytes.
    fileprivate func pixel(_ column: Int, _ row: Int) -> UInt32 {
        let pixel = bytes.loadUnaligned(fromByteOffset: row * stride + column * 4, as: UInt32.self)
        switch format {
        case .argb8888: return pixel
        case .xrgb8888: return pixel | 0xff00_0000
        }
    }
}
