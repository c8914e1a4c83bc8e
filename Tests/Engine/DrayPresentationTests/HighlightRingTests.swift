// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayPresentation

@Suite("Highlight ring")
struct HighlightRingTests {
    @Test(arguments: [1, 1.25, 1.5, 2, 3])
    func partsMeetWithoutGapOrOverlap(_ scale: Double) throws {
        let ring = try #require(HighlightRing(style: PresentationStyle(scale: scale)))
        let targets = [
            Rectangle(x: 10.3, y: -7.7, width: 301.9, height: 57.1),
            Rectangle(x: -1500, y: 22, width: 3840, height: 2160), Rectangle(x: 5, y: 5, width: 2, height: 1),
        ]
        for target in targets {
            var layers: [Layer] = []
            ring.append(around: target, to: &layers)
            #expect(layers.count == HighlightRing.layerCount)
            let whole = layers.reduce(Rectangle.zero) { $0.union($1.bounds) }
            let area = layers.reduce(0.0) { $0 + $1.bounds.width * $1.bounds.height }
            let middle = layers[1].bounds.width * layers[3].bounds.height
            #expect(abs(area + middle - whole.width * whole.height) < 1e-6 * area)
            for layer in layers {
                #expect(!layer.bounds.isEmpty)
                let left = layer.bounds.x * scale
                #expect(abs(left - left.rounded()) < 1e-6)
            }
        }
    }

    @Test func ringAroundAScreenNeedsNoMoreMemoryThanAroundAButton() throws {
        let ring = try #require(HighlightRing(style: PresentationStyle(scale: 2)))
        var layers: [Layer] = []
        ring.append(around: Rectangle(x: 0, y: 0, width: 3840, height: 2160), to: &layers)
        let bytes = layers.reduce(0) { $0 + ($1.pixels.map { $0.stride * $0.height } ?? 0) }
        #expect(bytes < 64 * 1024)
    }

    @Test func targetItselfIsNotTouched() throws {
        let ring = try #require(HighlightRing(style: PresentationStyle()))
        let target = Rectangle(x: 40, y: 40, width: 120, height: 60)
        var layers: [Layer] = []
        ring.append(around: target, to: &layers)
        let screen = Screen(width: 200, height: 140, scale: 1, background: .white)
        screen.paint(layers)
        for y in 41..<99 { #expect(screen.pixels.pixel(x: 100, y: y) == 0xffff_ffff) }
        for x in 41..<159 { #expect(screen.pixels.pixel(x: x, y: 70) == 0xffff_ffff) }
        #expect(screen.pixels.pixel(x: 37, y: 70) != 0xffff_ffff)
    }
}
