// SPDX-License-Identifier: MIT

import CCairo
import DrayCore
import Glibc
import Testing

@testable import DrayPresentation

@Suite("Drag image")
struct DragImageTests {
    private func withBuffer<Result>(
        width: Int, height: Int, stride: Int? = nil, format: ClientBuffer.Format = .argb8888, bufferScale: Int = 1,
        _ pixels: [UInt32], _ body: (ClientBuffer) throws -> Result
    ) rethrows -> Result {
        try pixels.withUnsafeBytes { bytes in
            try body(
                ClientBuffer(
                    bytes: bytes, width: width, height: height, stride: stride ?? width * 4, format: format,
                    bufferScale: bufferScale))
        }
    }

    /// A very thin item has a width below one pixel; cairo rejects it, and draws nothing afterwards.
    @Test(arguments: [Size(width: 0.1, height: 30), Size(width: 2000, height: 0.5)])
    func veryThinItemDoesNotHideTheOthers(_ size: Size) throws {
        let item = try #require(
            Pixels(width: 9, height: 3) {
                cairo_set_source_rgb($0, 1, 0, 0)
                cairo_paint($0)
            })
        let painter = ImagePainter(scale: 1, palette: PresentationStyle().palette)
        let picture = try #require(
            painter.stack(of: DragImage(.file), items: 2, looks: [.standard(.file), .picture(item, size)]))
        let (pixels, front) = (
            try #require(picture.pixels), try #require(painter.frontSheet(of: DragImage(.file))?.pixels)
        )
        let differing = (0..<front.height).reduce(0) { sum, y in
            sum
                + (0..<front.width).count { x in
                    front.pixel(x: x, y: y) >> 24 == 0xff && front.pixel(x: x, y: y) != pixels.pixel(x: x, y: y)
                }
        }
        #expect(differing == 0, "the page in front")
        let alone = try #require(painter.backSheet(of: DragImage(.file), .picture(item, size))?.pixels)
        let red = (0..<alone.height).flatMap { y in (0..<alone.width).map { alone.pixel(x: $0, y: y) } }
            .count { $0 == 0xffff_0000 }
        #expect(red > 20, "a line")
    }

    @Test func copyOutlivesTheBuffer() throws {
        var memory: [UInt32] = [0xff11_2233, 0x8040_2010, 0, 0xff00_00ff, 7, 7]
        let image = try #require(
            withBuffer(width: 2, height: 2, stride: 12, memory) { DragImage(copying: $0) })
        memory = []
        guard case .client(let pixels) = image.content else { return }
        #expect(pixels.pixel(x: 0, y: 0) == 0xff11_2233)
        #expect(pixels.pixel(x: 1, y: 0) == 0x8040_2010)
        #expect(pixels.pixel(x: 0, y: 1) == 0xff00_00ff)
        #expect(pixels.pixel(x: 1, y: 1) == 7)
    }

    @Test func pixelsWithoutAlphaAreOpaque() throws {
        let pixels = try #require(
            withBuffer(width: 1, height: 1, format: .xrgb8888, [0x0011_2233]) { Pixels(copying: $0) })
        #expect(pixels.pixel(x: 0, y: 0) == 0xff11_2233)
    }

    @Test func bufferScaleGivesTheSizeInPoints() throws {
        let memory = [UInt32](repeating: 0, count: 90 * 60)
        let image = try #require(
            withBuffer(width: 90, height: 60, bufferScale: 3, memory) { DragImage(copying: $0) })
        #expect(image.size == Size(width: 30, height: 20))
    }

    @Test func offsetsAddUpToTheHotspot() throws {
        var image = try #require(
            withBuffer(width: 1, height: 1, [0]) { DragImage(copying: $0, offset: Point(x: -12, y: -7)) })
        #expect(image.hotspot == Point(x: 12, y: 7))
        image.add(offset: Point(x: -3, y: 20))
        #expect(image.hotspot == Point(x: 15, y: -13))
    }

    @Test func onePixelIsShownAsOnePixel() throws {
        let image = try #require(withBuffer(width: 1, height: 1, [0xffff_0000]) { DragImage(copying: $0) })
        var drag = DragPresentation(image: image, pointer: Point(x: 5, y: 5), at: .zero)
        drag.frame(at: Instant(microseconds: 1_000_000))
        #expect(drag.layers.map(\.bounds) == [Rectangle(x: 5, y: 5, width: 1, height: 1)])
        drag.setItemCount(3, at: Instant(microseconds: 1_000_000))
        drag.frame(at: Instant(microseconds: 3_000_000))
        #expect(drag.layers.count == 1)
    }

    @Test func hugeIconIsKeptSmallAndShownAtItsSize() throws {
        let side = 16384
        let count = side * side * 4
        let memory = try #require(
            mmap(nil, count, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
        defer { munmap(memory, count) }
        let buffer = ClientBuffer(
            bytes: UnsafeRawBufferPointer(start: memory, count: count), width: side, height: side, stride: side * 4,
            format: .xrgb8888)
        let image = try #require(DragImage(copying: buffer))
        guard case .client(let pixels) = image.content else { return }
        #expect(pixels.width * pixels.height <= Pixels.keptPixelLimit)
        #expect(pixels.width == 2048)
        #expect(image.size == Size(width: 16384, height: 16384))
        #expect(pixels.pixel(x: 2047, y: 2047) == 0xff00_0000)
        // A flock of it has the same limit.
        let painter = ImagePainter(scale: 3, palette: .of(.light, .standard))
        let flock = try #require(painter.stack(of: image, items: 5))
        let drawn = try #require(flock.pixels)
        #expect(drawn.width * drawn.height <= Pixels.keptPixelLimit * 11 / 10)
        #expect(abs(flock.size.width - 16384) < 400)
    }

    @Test func veryThinIconsStayVisible() throws {
        let memory = [UInt32](repeating: 0xffff_ffff, count: 16384)
        let pixels = try #require(withBuffer(width: 16384, height: 1, memory) { Pixels(copying: $0) })
        #expect(pixels.width == 16384)
        #expect(pixels.height == 1)
        let image = DragImage(pixels: pixels, size: Size(width: 16384, height: 1))
        #expect(ImagePainter(scale: 3, palette: .of(.dark, .standard)).stack(of: image, items: 2) != nil)
    }

    @Test func reducedPixelsAreTheMeanOfTheirArea() throws {
        // Squares of 2 x 2 pixels, half white and half black; 4096 x 2048 is twice the limit.
        let width = 4096
        let height = 2048
        let memory = (0..<width * height).map { UInt32($0.isMultiple(of: 2) ? 0xffff_ffff : 0xff00_0000) }
        let pixels = try #require(withBuffer(width: width, height: height, memory) { Pixels(copying: $0) })
        #expect(pixels.width == 2048)
        #expect(pixels.height == 1024)
        #expect(pixels.pixel(x: 100, y: 100) == 0xff80_8080)
    }

    @Test func invalidDimensionsAreRejected() {
        let memory = [UInt32](repeating: 0, count: 16)
        for (width, height, stride) in [
            (0, 4, 16), (4, 0, 16), (-1, 4, 16), (4, -4, 16), (4, 4, 12), (4, 5, 16), (5, 4, 20), (4, 4, -16),
            (16385, 1, 65540), (1, 16385, 4), (4, 4, .max / 2),
        ] {
            #expect(
                withBuffer(width: width, height: height, stride: stride, memory) { Pixels(copying: $0) } == nil,
                "\(width) x \(height), \(stride)")
        }
    }

    @Test func kindOfImageFollowsTheTypes() {
        #expect(StandardImage([MimeType("text/uri-list"), MimeType("text/plain")]) == .file)
        #expect(StandardImage([MimeType("text/html"), MimeType("image/png")]) == .picture)
        #expect(StandardImage([MimeType("UTF8_STRING")]) == .text)
        #expect(StandardImage([MimeType("TEXT/plain;charset=utf-8")]) == .text)
        #expect(StandardImage([MimeType("application/x-colour")]) == .generic)
        #expect(StandardImage([]) == .generic)
    }
}
