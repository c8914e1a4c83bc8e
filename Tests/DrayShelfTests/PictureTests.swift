// SPDX-License-Identifier: MIT

import CCairo
import Testing

@testable import dray_shelf

/// What can be seen of a selection, of an insertion point, and of the keyboard (HIG-39).
@Suite struct PictureTests {
    private let shelf = {
        var shelf = Shelf.sample("a", "b", "c", "d")
        shelf.land([shelf["a"], shelf["b"], shelf["c"]], .join)
        shelf.select([shelf["a"], shelf["d"]])
        return shelf
    }()

    private func scene(isActive: Bool = true, _ change: (inout Painter.Scene) -> Void = { _ in }) -> Painter.Scene {
        var interface = Interface(title: "Shelf", shelf: shelf)
        interface.isActive = isActive
        var scene = Painter.Scene(interface: interface, glides: Glides())
        change(&scene)
        return scene
    }

    @Test func aSelectionInTheBackgroundLooksDifferent() throws {
        let front = try Picture(scene())
        let background = try Picture(scene(isActive: false))
        let plain = try Picture(scene { $0.interface.shelf.select(nil) })
        for text in ["a", "d"] {
            let frame = try #require(shelf.frame(of: shelf[text])).inset(by: -3)
            let (inFront, behind, none) = (
                front.pixels(in: frame), background.pixels(in: frame), plain.pixels(in: frame)
            )
            // Not in a few pixels, nor in a shade of the same colour.
            #expect(Picture.differing(inFront, behind) > 400)
            #expect(Picture.differing(behind, none) > 400)
            #expect(inFront.contains { $0.isBlue } && !behind.contains { $0.isBlue } && !none.contains { $0.isBlue })
        }
        // What is not selected looks the same.
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
        // It is there and nowhere else, between two cards.
        let changed = with.differing(from: without)
        #expect(!changed.isEmpty && changed.allSatisfy(mark.inset(by: -1).contains))
        let before = try #require(shelf.frame(of: shelf["b"]))
        #expect(mark.origin.x >= before.maxX && mark.maxX <= card.origin.x)
    }

    @Test func itIsSeenWhereTheKeyboardIs() throws {
        let without = try Picture(scene())
        let with = try Picture(scene { $0.showsFocus = true })
        let frame = try #require(shelf.frame(of: shelf["d"]))
        let changed = with.differing(from: without)
        #expect(!changed.isEmpty && changed.allSatisfy(frame.inset(by: -6).contains))
    }

    @Test func aRefusalIsSeen() throws {
        let without = try Picture(scene())
        let with = try Picture(scene { $0.interface.notice = "The zone is full" })
        let mode = try Picture(scene { $0.interface.selectsMore = true })
        for picture in [with, mode] { #expect(picture.differing(from: without).count > 1000) }
        #expect(!with.differing(from: mode).isEmpty)
    }
}

/// What a scene looks like, pixel by pixel.
private struct Picture {
    private let width: Int
    private let height: Int
    private let all: [Pixel]

    struct Pixel: Equatable {
        let red, green, blue: Int

        /// Whether it is in the colour of what is selected, and neither tinted by it nor a card's own mark.
        var isBlue: Bool { blue > red + 160 }
    }

    init(_ scene: Painter.Scene) throws {
        let size = scene.shelf.layout.size
        let (width, height) = (Int(size.width), Int(size.height))
        (self.width, self.height) = (width, height)
        let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)))
        defer { cairo_surface_destroy(surface) }
        let context = try #require(cairo_create(surface))
        Painter(context: context, time: 0).draw(scene)
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

    /// How many differ so much that it can be seen.
    static func differing(_ some: [Pixel], _ others: [Pixel]) -> Int {
        zip(some, others).count { abs($0.red - $1.red) + abs($0.green - $1.green) + abs($0.blue - $1.blue) > 60 }
    }
}
