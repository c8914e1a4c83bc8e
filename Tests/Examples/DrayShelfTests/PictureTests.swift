// SPDX-License-Identifier: MIT

import CCairo
import Testing

@testable import dray_shelf

/// The appearance of the selection and the insertion point (HIG-39), and of text.
@Suite struct PictureTests {
    private let shelf = {
        var shelf = Shelf.sample("a", "b", "c", "d")
        shelf.land([shelf["a"], shelf["b"], shelf["c"]], .join)
        shelf.select([shelf["a"], shelf["d"]])
        return shelf
    }()

    private func scene(isActive: Bool = true, _ change: (inout Painter.Scene) -> Void = { _ in }) -> Painter.Scene {
        var scene = Painter.Scene(title: "Shelf", shelf: shelf, isActive: isActive)
        change(&scene)
        return scene
    }

    @Test func aSelectionInTheBackgroundLooksDifferent() throws {
        let front = try Picture(scene())
        let background = try Picture(scene(isActive: false))
        let plain = try Picture(scene { $0.shelf.select(nil) })
        for text in ["a", "d"] {
            let frame = try #require(shelf.frame(of: shelf[text])).inset(by: -3)
            let (inFront, behind, none) = (
                front.pixels(in: frame), background.pixels(in: frame), plain.pixels(in: frame)
            )
            // The difference is neither a few pixels nor a shade of the same colour.
            #expect(Picture.differing(inFront, behind) > 400)
            #expect(Picture.differing(behind, none) > 400)
            #expect(inFront.contains { $0.isBlue } && !behind.contains { $0.isBlue } && !none.contains { $0.isBlue })
        }
        // Unselected cards look the same.
        let other = try #require(shelf.frame(of: shelf["b"])).inset(by: 4)
        #expect(Picture.differing(front.pixels(in: other), background.pixels(in: other)) == 0)
    }

    @Test func theInsertionPointIsSeenWhereContentWouldGo() throws {
        let without = try Picture(scene())
        let with = try Picture(scene { $0.landing = .insert(before: shelf["c"]) })
        let card = try #require(shelf.frame(of: shelf["c"]))
        let mark = shelf.layout.insertionMark(before: card)
        let line = Rectangle(x: mark.origin.x + 1, y: mark.origin.y + 4, width: 2, height: mark.size.height - 8)
        #expect(with.pixels(in: line).allSatisfy { $0.isBlue })
        #expect(!without.pixels(in: line).contains { $0.isBlue })
        // It is visible between two cards and nowhere else.
        let changed = with.differing(from: without)
        #expect(!changed.isEmpty && changed.allSatisfy(mark.inset(by: -1).contains))
        let before = try #require(shelf.frame(of: shelf["b"]))
        #expect(mark.origin.x >= before.maxX && mark.maxX <= card.origin.x)
    }

    /// Whatever the text, it stays inside its card.
    @Test(arguments: [
        "W", "several words in more lines than a card has, so that some are left out", "Donaudampfschiff",
        "Donaudampfschifffahrtsgesellschaftskapitän", "", "\n\n",
    ])
    func aTextStaysInItsCard(text: String) throws {
        var long = shelf
        long.update(shelf["d"], to: .text(text))
        var empty = shelf
        empty.update(shelf["d"], to: .text(""))
        let card = try #require(shelf.frame(of: shelf["d"])).inset(by: 4)
        let changed = try Picture(scene { $0.shelf = long }).differing(from: Picture(scene { $0.shelf = empty }))
        #expect(changed.allSatisfy(card.contains) && changed.isEmpty == text.allSatisfy(\.isNewline))
    }
}

/// The pixels of a scene.
private struct Picture {
    private let width: Int
    private let height: Int
    private let all: [Pixel]

    struct Pixel: Equatable {
        let red, green, blue: Int

        /// Whether the pixel has the selection colour, and is neither tinted by it nor part of a card's strip.
        var isBlue: Bool { blue > red + 160 }
    }

    init(_ scene: Painter.Scene) throws {
        let size = scene.shelf.layout.size
        let (width, height) = (Int(size.width), Int(size.height))
        (self.width, self.height) = (width, height)
        let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)))
        defer { cairo_surface_destroy(surface) }
        let context = try #require(cairo_create(surface))
        Painter(context: context).draw(scene)
        cairo_destroy(context)
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        let bytes = try #require(cairo_image_surface_get_data(surface))
        all = (0..<width * height).map { number in
            let place = bytes + number / width * stride + number % width * 4
            return Pixel(red: Int(place[2]), green: Int(place[1]), blue: Int(place[0]))
        }
    }

    func pixels(in area: Rectangle) -> [Pixel] {
        (Int(area.origin.y)..<Int(area.maxY)).flatMap { y in
            (Int(area.origin.x)..<Int(area.maxX)).map { x in all[y * width + x] }
        }
    }

    func differing(from other: Picture) -> [Point] {
        all.indices.filter { all[$0] != other.all[$0] }
            .map { Point(x: Double($0 % width) + 0.5, y: Double($0 / width) + 0.5) }
    }

    /// The number of pixels that differ visibly.
    static func differing(_ some: [Pixel], _ others: [Pixel]) -> Int {
        zip(some, others).count { abs($0.red - $1.red) + abs($0.green - $1.green) + abs($0.blue - $1.blue) > 60 }
    }
}
