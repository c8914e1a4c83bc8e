// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayPresentation

/// Standard images are drawn once for all drags, so that the image appears at once (HIG-11).
@Suite struct StandardStackTests {
    private let pointer = Point(x: 100, y: 100)
    private let store = PictureStore()

    private func after(_ milliseconds: UInt64) -> Instant { Instant(microseconds: 1_000_000 + milliseconds * 1000) }

    /// Returns the number of drawings that another drag needs from its lift until it rests, and its layers then.
    private func drag(
        _ image: DragImage, items: Int = 1, looks: [ItemLook] = [],
        style: PresentationStyle = PresentationStyle(showsBadge: false)
    ) -> (redraws: Int, pixels: [ObjectIdentifier]) {
        var drag = DragPresentation(
            image: image, itemCount: items, looks: looks, pointer: pointer, at: after(0), style: style, store: store)
        for time in stride(from: UInt64(0), through: 800, by: 16) { drag.frame(at: after(time)) }
        let seen = drag.layers.filter { $0.role == .image }.compactMap(\.pixels)
        return (drag.redraws, seen.map(ObjectIdentifier.init))
    }

    @Test func theNextDragShowsTheSamePicture() {
        let (first, second) = (drag(DragImage(.text)), drag(DragImage(.text)))
        #expect(first.redraws == 1 && second.redraws == 0)
        #expect(first.pixels.count == 1 && first.pixels == second.pixels)
    }

    @Test func anotherKindSizeOrStyleIsAnotherPicture() {
        let known = drag(DragImage(.text)).pixels
        let larger = DragImage(.text).scaled(to: Size(width: 96, height: 120))
        for other in [drag(DragImage(.file)), drag(larger), drag(DragImage(.text), items: 3)] {
            #expect(other.redraws > 0 && other.pixels != known)
        }
        // The earlier drawing is still cached; another scale clears the cache.
        #expect(drag(DragImage(.text)).redraws == 0)
        #expect(drag(DragImage(.text), style: PresentationStyle(scale: 2, showsBadge: false)).redraws == 1)
        #expect(drag(DragImage(.text)).redraws == 1)
    }

    @Test func aFlockOfStandardImagesGathersWithoutBeingDrawnAgain() {
        let looks: [ItemLook] = [.standard(.file), .standard(.folder), .unknown]
        // The whole, a file alone, and a folder alone.
        #expect(drag(DragImage(.file), items: 3, looks: looks).redraws == 3)
        #expect(drag(DragImage(.file), items: 3, looks: looks).redraws == 0)
        #expect(drag(DragImage(.folder)).redraws == 0)
    }

    @Test func clientDrawingsAreNotCached() throws {
        let pixels = try #require(Pixels(width: 20, height: 20))
        let looks: [ItemLook] = [.standard(.file), .picture(pixels, Size(width: 20, height: 20))]
        let first = drag(DragImage(.file), items: 2, looks: looks)
        let second = drag(DragImage(.file), items: 2, looks: looks)
        // The file alone is in the store.
        #expect(first.redraws == 3 && second.redraws == 2)
        #expect(first.pixels != second.pixels)
        let icon = DragImage(pixels: pixels, size: Size(width: 20, height: 20))
        #expect(StandardStack(icon) == nil && StandardStack(sheet: .standard(.file), of: icon) == nil)
    }

    @Test func veryLargeImagesAreNotCached() {
        let huge = DragImage(.picture).scaled(to: Size(width: 480, height: 600))
        #expect(drag(huge).redraws == 1)
        #expect(drag(huge).redraws == 1)
    }

    /// Requests for an unlimited number of sizes clear the store, which does not grow.
    @Test func theStoreDoesNotGrowWithoutEnd() {
        let sizes = (0..<100).map { DragImage(.text).scaled(to: Size(width: 40 + Double($0), height: 200)) }
        for image in sizes { #expect(drag(image).redraws == 1) }
        #expect(drag(sizes[0]).redraws == 1, "it was removed")
        #expect(drag(sizes[99]).redraws == 0)
    }

    @Test func aSheetIsDrawnAsItWouldBeForItsDragAlone() throws {
        let painter = ImagePainter(scale: 1.5, palette: PresentationStyle().palette)
        let image = DragImage(.file).scaled(to: Size(width: 72, height: 90))
        for look in [ItemLook.unknown, .standard(.folder)] {
            let kept = try #require(StandardStack(sheet: look, of: image)?.drawn(by: painter))
            let alone = try #require(painter.backSheet(of: image, look))
            #expect(kept.origin == alone.origin && kept.size == alone.size)
            let (some, others) = (try #require(kept.pixels), try #require(alone.pixels))
            let isSame = some.withUnsafeBytes { one in others.withUnsafeBytes { one.elementsEqual($0) } }
            #expect(isSame && some.width == others.width)
        }
    }
}
