// SPDX-License-Identifier: MIT

import DrayScenario
import Glibc
import HeadlessDesktop

// Comparisons of screenshots: with the previous one, to detect changes, or with a reference image.

extension Screenshot {
    /// Whether two images are equal except for a share of their pixels.
    func isNearly(_ other: Screenshot, tolerance: Double) -> Bool {
        if self == other { return true }
        guard tolerance > 0, width == other.width, height == other.height, !pixels.isEmpty else { return false }
        let count = rowsThatDiffer(from: other).reduce(0) { count, row in
            count + zip(pixels[row], other.pixels[row]).count { $0 != $1 }
        }
        return Double(count) / Double(pixels.count) <= tolerance
    }

    /// The column ranges of the pixels in each row that differ. Most rows are equal, which is detected per row.
    private func rowsThatDiffer(from other: Screenshot) -> [Range<Int>] {
        let length = width * MemoryLayout<UInt32>.stride
        return pixels.withUnsafeBufferPointer { own in
            other.pixels.withUnsafeBufferPointer { others in
                guard width > 0, let own = own.baseAddress, let others = others.baseAddress else { return [] }
                return stride(from: 0, to: width * height, by: width).lazy
                    .filter { memcmp(own + $0, others + $0, length) != 0 }
                    .map { $0..<$0 + width }
            }
        }
    }

    /// A description of where and in how many pixels the image differs from another one.
    func changes(from other: Screenshot) -> String {
        guard width == other.width, height == other.height else {
            return "it was \(other.width)x\(other.height) pixels, and then \(width)x\(height)"
        }
        var (left, top, right, bottom, count) = (width, height, 0, 0, 0)
        for row in rowsThatDiffer(from: other) {
            for index in row where pixels[index] != other.pixels[index] {
                let (x, y) = (index % width, index / width)
                (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
                count += 1
            }
        }
        guard count > 0 else { return "" }
        let size = "\(right - left + 1)x\(bottom - top + 1)"
        return "\(count) pixels changed last, in \(size) at \(left), \(top); for a blinking text cursor "
            + "`tolerance: 0.1%` is enough"
    }
}

/// The difference between a screenshot and its reference image, and an image that shows it.
struct PictureDifference {
    /// The share of pixels that differ, from 0 to 1.
    let share: Double
    let words: String
    /// The screenshot, faded, with all differing pixels in red.
    let picture: Screenshot
    /// The reference image.
    let reference: Screenshot

    init(of image: Screenshot, from comparison: PictureStep.Comparison) throws {
        let file = try RegularFile(reading: comparison.file)
        let reference = try withExtendedLifetime(file) {
            do throws(HeadlessError) { return try Screenshot(readingPNG: file.path) } catch {
                throw SystemFailure("\(comparison.file) is not a PNG image")
            }
        }
        self.reference = reference
        guard image.width == reference.width, image.height == reference.height else {
            share = 1
            words = "it is \(image.width)x\(image.height), the reference \(reference.width)x\(reference.height)"
            picture = image
            return
        }
        var shown = image.pixels
        var count = 0
        for (index, pixels) in zip(image.pixels, reference.pixels).enumerated() {
            if Self.differ(pixels.0, pixels.1, by: comparison.channel) {
                count += 1
                shown[index] = 0xffe0_2020
            } else {
                shown[index] = Self.faded(pixels.0)
            }
        }
        share = image.pixels.isEmpty ? 0 : Double(count) / Double(image.pixels.count)
        words = "\(count) of \(image.pixels.count) pixels differ"
        picture = Screenshot(width: image.width, height: image.height, pixels: shown)
    }

    private static func differ(_ left: UInt32, _ right: UInt32, by limit: Int) -> Bool {
        for shift in [0, 8, 16, 24] as [UInt32] {
            let difference = Int((left >> shift) & 0xff) - Int((right >> shift) & 0xff)
            if abs(difference) > limit { return true }
        }
        return false
    }

    /// A quarter of the color intensity, on white.
    private static func faded(_ pixel: UInt32) -> UInt32 {
        var faded: UInt32 = 0xff00_0000
        for shift in [0, 8, 16] as [UInt32] {
            let channel = (pixel >> shift) & 0xff
            faded |= (channel / 4 + 0xbf) << shift
        }
        return faded
    }
}
