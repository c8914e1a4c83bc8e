// SPDX-License-Identifier: MIT

import DrayCore
import Testing

@testable import DrayPresentation

@Suite("Cursor theme")
struct CursorTests {
    /// A file as a theme's tool writes it: a comment, then pictures of one colour each.
    private func file(_ images: [(size: Int, side: Int, delay: Int, pixel: UInt32)]) -> [UInt8] {
        var bytes: [UInt8] = Array("Xcur".utf8)
        func append(_ number: Int) { for shift in [0, 8, 16, 24] { bytes.append(UInt8(number >> shift & 0xff)) } }
        append(16)
        append(0x1_0000)
        append(images.count + 1)
        var position = 16 + (images.count + 1) * 12
        append(0xfffe_0001)
        append(1)
        append(position)
        for image in images {
            append(0xfffd_0002)
            append(image.size)
            append(position)
            position += 36 + image.side * image.side * 4
        }
        for image in images {
            for number in [
                36, 0xfffd_0002, image.size, 1, image.side, image.side, image.side / 2, image.side / 4, image.delay,
            ] { append(number) }
            for _ in 0..<image.side * image.side { append(Int(image.pixel)) }
        }
        return bytes
    }

    @Test func takesTheNearestSizeAndAllItsFrames() throws {
        let bytes = file([(24, 8, 50, 0xff11_2233), (24, 8, 60, 0xff44_5566), (48, 16, 0, 0x8000_0000)])
        let small = try CursorFile(parsing: bytes, size: 30).images
        #expect(small.map(\.delay) == [50, 60])
        #expect(small.map { $0.pixels.pixel(x: 7, y: 7) } == [0xff11_2233, 0xff44_5566])
        #expect(small[0].hotspotX == 4)
        #expect(small[0].hotspotY == 2)
        let large = try CursorFile(parsing: bytes, size: 36).images
        #expect(large.map(\.nominalSize) == [48])
        #expect(large[0].pixels.width == 16)
    }

    @Test func everyShorterFileIsRefused() {
        let bytes = file([(24, 4, 0, 0xff11_2233)])
        for length in 0..<bytes.count {
            #expect(throws: CursorFileError.self) {
                try CursorFile(parsing: Array(bytes.prefix(length)), size: 24)
            }
        }
    }

    @Test func anyWrongByteIsReadOrRefusedButNeverCrashes() {
        let bytes = file([(24, 4, 0, 0xff11_2233), (32, 4, 0, 0)])
        for index in 0..<160 {
            for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
                var broken = bytes
                broken[index] = value
                let images = try? CursorFile(parsing: broken, size: 24).images
                #expect(images?.isEmpty != true)
            }
        }
    }

    @Test func saysWhatIsWrong() {
        #expect(throws: CursorFileError.notACursorFile) { try CursorFile(parsing: Array("PNG".utf8), size: 24) }
        #expect(throws: CursorFileError.badTable) { try CursorFile(parsing: file([]), size: 24) }
        #expect(throws: CursorFileError.badImage) { try CursorFile(parsing: file([(24, 600, 0, 0)]), size: 24) }
    }

    @Test func namesAreTriedInOrderThroughInheritedThemes() throws {
        let files: [String: [UInt8]] = [
            "/a/Mine/index.theme": Array("[Icon Theme]\nName=Mine\nInherits = Parent, ../../etc;Mine\n".utf8),
            "/a/Mine/cursors/copy": file([(24, 2, 0, 1)]),
            "/b/Parent/cursors/dnd-copy": file([(24, 3, 0, 2)]),
            "/b/Parent/cursors/default": file([(24, 5, 0, 3)]),
            "/a/Mine/cursors/no-drop": Array("broken".utf8),
        ]
        var asked: [String] = []
        let theme = CursorTheme(name: "Mine", searchPath: ["/a", "/b"]) { path in
            asked.append(path)
            return files[path]
        }
        #expect(try #require(theme.cursor(for: .copy, size: 24)).images[0].pixels.width == 3)
        #expect(try #require(theme.cursor(for: .notAllowed, size: 24)).images[0].pixels.width == 5)
        #expect(!asked.contains { $0.contains("..") })
        #expect(CursorTheme(name: "None", searchPath: []) { _ in nil }.cursor(for: .copy, size: 24) == nil)
    }

    @Test func everyShapeEndsWithTheArrow() {
        for shape in PointerShape.allCases {
            #expect(shape.names.suffix(2) == ["default", "left_ptr"])
            #expect(Set(shape.names).count == shape.names.count)
        }
    }

    @Test func shapeFollowsTheFeedback() {
        let outcomes: [Feedback.Outcome] = [.undecided, .copy, .move, .ask, .notPossible]
        let shapes = outcomes.map { PointerShape(Feedback(outcome: $0)) }
        #expect(shapes == [.holding, .copy, .move, .ask, .notAllowed])
    }

    @Test func withoutAThemeAnArrowIsDrawn() throws {
        let pictures = PointerPictures(theme: nil)
        for scale in [1, 1.25, 2, 3] {
            let arrow = try #require(pictures.picture(for: .copy, scale: scale, at: .zero))
            #expect(arrow.pixels.width == Int((24 * scale).rounded()))
            let tip = arrow.pixels.pixel(x: arrow.hotspotX, y: arrow.hotspotY)
            #expect(tip >> 24 > 0x80, "the hotspot is on the arrow")
        }
    }

    @Test func filesAreReadOnceAndAnimationsGoOn() throws {
        var reads = 0
        let bytes = file([(24, 8, 50, 0xff11_2233), (24, 8, 60, 0xff44_5566)])
        let theme = CursorTheme(name: "moving", searchPath: ["/t"]) { path in
            guard path == "/t/moving/cursors/default" else { return nil }
            reads += 1
            return bytes
        }
        let pictures = PointerPictures(theme: theme)
        let colours = try [0, 49, 50, 109, 110].map { milliseconds in
            try #require(pictures.picture(for: nil, scale: 1, at: Instant(microseconds: milliseconds * 1000)))
                .pixels.pixel(x: 0, y: 0)
        }
        #expect(colours == [0xff11_2233, 0xff11_2233, 0xff44_5566, 0xff44_5566, 0xff11_2233])
        #expect(reads == 1)
    }
}
