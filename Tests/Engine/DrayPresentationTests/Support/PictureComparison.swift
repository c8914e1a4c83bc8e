// SPDX-License-Identifier: MIT

import CCairo
import DrayCore
import Foundation

@testable import DrayPresentation

/// Compares an image with its reference file, and shows the differences.
///
/// If the environment variable `DRAY_RECORD` is set, the references are written instead; inspect them before a commit.
enum PictureComparison {
    /// The maximum difference of a channel that counts as equal: versions of pixman round differently.
    static let tolerance = 24
    /// The fraction of pixels that may differ by more.
    static let allowedShare = 0.002

    enum Outcome {
        case equal
        case recorded
        /// The differences, with the path of an image: expected, actual, and the difference in red.
        case different(String)
    }

    static func compare(_ actual: Pixels, with name: String) -> Outcome {
        if ProcessInfo.processInfo.environment["DRAY_RECORD"] != nil {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            write(actual, to: folder.appendingPathComponent("References/\(name).png").path)
            return .recorded
        }
        guard let path = Bundle.module.path(forResource: "References/\(name)", ofType: "png"),
            let expected = read(path)
        else { return .different("there is no reference image named \(name)") }
        return compare(actual, expected, name: name)
    }

    static func compare(_ actual: Pixels, _ expected: Pixels, name: String) -> Outcome {
        guard actual.width == expected.width, actual.height == expected.height else {
            return .different(
                "\(name): \(actual.width) x \(actual.height) instead of \(expected.width) x \(expected.height)"
                    + show(actual, expected, name))
        }
        var wrong = 0
        for y in 0..<actual.height {
            for x in 0..<actual.width
            where distance(actual.pixel(x: x, y: y), expected.pixel(x: x, y: y)) > tolerance { wrong += 1 }
        }
        guard Double(wrong) > allowedShare * Double(actual.width * actual.height) else { return .equal }
        return .different("\(name): \(wrong) pixels differ" + show(actual, expected, name))
    }

    static func read(_ path: String) -> Pixels? {
        let file = cairo_image_surface_create_from_png(path)!
        defer { cairo_surface_destroy(file) }
        guard cairo_surface_status(file) == CAIRO_STATUS_SUCCESS else { return nil }
        let pixels = Pixels(
            width: Int(cairo_image_surface_get_width(file)), height: Int(cairo_image_surface_get_height(file)))!
        let context = cairo_create(pixels.surface)!
        cairo_set_source_surface(context, file, 0, 0)
        cairo_paint(context)
        cairo_destroy(context)
        return pixels
    }

    static func write(_ pixels: Pixels, to path: String) {
        cairo_surface_flush(pixels.surface)
        let status = cairo_surface_write_to_png(pixels.surface, path)
        precondition(status == CAIRO_STATUS_SUCCESS, "cannot write \(path)")
    }

    /// Returns the largest difference of a channel, 0 to 255.
    static func distance(_ first: UInt32, _ second: UInt32) -> Int {
        stride(from: UInt32(0), to: 32, by: 8).map {
            abs(Int(first >> $0 & 0xff) - Int(second >> $0 & 0xff))
        }.max() ?? 0
    }

    /// The path of the image of a difference.
    static func differencePath(_ name: String) -> String { NSTemporaryDirectory() + "dray-difference-\(name).png" }

    /// Writes expected, actual and difference below each other.
    private static func show(_ actual: Pixels, _ expected: Pixels, _ name: String) -> String {
        let width = max(actual.width, expected.width)
        let height = max(actual.height, expected.height)
        let sheet = Screen(
            width: Double(width), height: Double(3 * height + 8), scale: 1, background: Colour(0x808080))
        for (index, pixels) in [expected, actual].enumerated() {
            let bounds = Rectangle(
                x: 0, y: Double(index * (height + 4)), width: Double(pixels.width), height: Double(pixels.height))
            sheet.paint([Layer(pixels: pixels, bounds: bounds)])
        }
        sheet.draw { context in
            for y in 0..<height {
                for x in 0..<width {
                    let difference = distance(actual.pixel(x: x, y: y), expected.pixel(x: x, y: y))
                    let strength = difference > tolerance ? 1 : Double(difference) / 64
                    cairo_set_source_rgb(context, strength, 0, 0)
                    cairo_rectangle(context, Double(x), Double(2 * (height + 4) + y), 1, 1)
                    cairo_fill(context)
                }
            }
        }
        let path = differencePath(name)
        write(sheet.pixels, to: path)
        return "; expected, actual and difference: \(path)"
    }
}
