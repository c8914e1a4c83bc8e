// SPDX-License-Identifier: MIT

import Foundation
import HeadlessDesktop

/// Screenshots of the stage: combined side by side, and compared with reference files.
///
/// If the environment variable `DRAY_RECORD` is set, the references are written instead. Check them before a commit.
enum StagePicture {
    /// The maximum difference of a channel that counts as equal: versions of pixman round differently.
    static let tolerance = 24
    /// The maximum share of pixels with larger differences.
    static let allowedShare = 0.001

    /// Nil if the screenshot matches its reference, or else a description of the difference.
    static func difference(of actual: Screenshot, from name: String) throws -> String? {
        if ProcessInfo.processInfo.environment["DRAY_RECORD"] != nil {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            try actual.writePNG(to: folder.appendingPathComponent("References/\(name).png").path)
            return nil
        }
        guard let path = Bundle.module.path(forResource: "References/\(name)", ofType: "png") else {
            return "there is no reference image named \(name)"
        }
        let expected = try Screenshot(readingPNG: path)
        guard actual.width == expected.width, actual.height == expected.height else {
            return "\(name): \(actual.width) x \(actual.height) instead of \(expected.width) x \(expected.height)"
        }
        guard actual.pixels != expected.pixels else { return nil }
        var marks = [UInt32](repeating: 0xff00_0000, count: actual.pixels.count)
        var wrong = 0
        for index in actual.pixels.indices where actual.pixels[index] != expected.pixels[index] {
            let distance = distance(actual.pixels[index], expected.pixels[index])
            if distance > tolerance { wrong += 1 }
            let strength = distance > tolerance ? 255 : UInt32(distance * 4)
            marks[index] |= strength << 16
        }
        guard Double(wrong) > allowedShare * Double(actual.pixels.count) else { return nil }
        let marked = Screenshot(width: actual.width, height: actual.height, pixels: marks)
        let comparison = NSTemporaryDirectory() + "dray-difference-\(name).png"
        try column([expected, actual, marked]).writePNG(to: comparison)
        return "\(name): \(wrong) pixels differ; expected, actual and difference: \(comparison)"
    }

    /// The largest difference of a channel, 0 to 255.
    static func distance(_ first: UInt32, _ second: UInt32) -> Int {
        stride(from: UInt32(0), to: 32, by: 8).map {
            abs(Int(first >> $0 & 0xff) - Int(second >> $0 & 0xff))
        }.max() ?? 0
    }

    /// Images below each other.
    static func column(_ pictures: [Screenshot]) -> Screenshot {
        let width = pictures.map(\.width).max() ?? 0
        var pixels: [UInt32] = []
        for picture in pictures {
            for row in 0..<picture.height {
                pixels += picture.pixels[(row * picture.width)..<((row + 1) * picture.width)]
                pixels += [UInt32](repeating: 0xff80_8080, count: width - picture.width)
            }
        }
        return Screenshot(width: width, height: pictures.reduce(0) { $0 + $1.height }, pixels: pixels)
    }

    /// Images of the same height beside each other.
    static func row(_ pictures: [Screenshot]) -> Screenshot {
        let height = pictures.map(\.height).max() ?? 0
        var pixels: [UInt32] = []
        for row in 0..<height {
            for picture in pictures {
                guard row < picture.height else {
                    pixels += [UInt32](repeating: 0xff80_8080, count: picture.width)
                    continue
                }
                pixels += picture.pixels[(row * picture.width)..<((row + 1) * picture.width)]
            }
        }
        return Screenshot(width: pictures.reduce(0) { $0 + $1.width }, height: height, pixels: pixels)
    }
}
