// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayPresentation
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// What items are, and what they look like (HIG-07, HIG-08, HIG-38).
@Suite struct ExtensionItemTests {
    private let bench: ExtensionBench
    private var fixture: DragFixture { bench.fixture }

    init() throws { bench = try ExtensionBench() }

    private let red: UInt32 = 0xffff_0000
    private let green: UInt32 = 0xff00_ff00

    private func preview(_ colour: UInt32, width: Int32 = 40, height: Int32 = 20) -> WlSurface {
        let surface = bench.bench.source.compositor.createSurface()
        draw(colour, on: surface, width: width, height: height)
        return surface
    }

    private func draw(_ colour: UInt32, on surface: WlSurface, width: Int32 = 40, height: Int32 = 20) {
        bench.bench.source.attach(to: surface, width: width, height: height, colour: colour)
        surface.commit()
    }

    private func begin(_ content: WlDataSource, icon: WlSurface? = nil) throws {
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content, icon: icon)
        try fixture.move(to: bench.bench.onDesktop)
    }

    private func frame(after milliseconds: UInt64 = 0) throws {
        // What has been drawn arrives before the time passes, in which it fades in.
        try fixture.settle()
        bench.engine.frame(at: fixture.compositor.clock.now)
        for _ in 0..<milliseconds / 10 { fixture.compositor.advance(byMicroseconds: 10_000) }
        try fixture.settle()
        bench.engine.frame(at: fixture.compositor.clock.now)
    }

    /// The middle of the topmost picture with a role; nil where there is none.
    private func colour(of role: Layer.Role) -> UInt32? {
        bench.layers.last { $0.role == role }?.pixels.map { $0.pixel(x: $0.width / 2, y: $0.height / 2) }
    }

    private func distance(_ one: Rectangle, _ other: Rectangle) -> Double {
        let way = one.center - other.center
        return (way.x * way.x + way.y * way.y).squareRoot()
    }

    private func bounds(of role: Layer.Role) -> Rectangle? { bench.layers.last { $0.role == role }?.bounds }

    @Test func withoutAnIconTheFirstItemIsTheImage() throws {
        let (content, words) = bench.makeContent()
        words.makeItem(preview: preview(red))
        try begin(content)
        try frame(after: 500)
        #expect(colour(of: .image) == red)
        #expect(bounds(of: .image)?.size == Size(width: 40, height: 20))
    }

    @Test func anIconIsThePictureOfTheFirstItem() throws {
        let (content, words) = bench.makeContent()
        words.makeItem(preview: preview(red))
        try begin(content, icon: bench.bench.source.makeSurface(width: 30, height: 30))
        try frame(after: 500)
        #expect(bounds(of: .image)?.size == Size(width: 30, height: 30))
        #expect(colour(of: .image) == nil, "the host shows the icon itself")
    }

    @Test func aPreviewCoversNoWindow() throws {
        let (content, words) = bench.makeContent()
        words.makeItem(preview: preview(red, width: 1024, height: 512))
        try begin(content)
        try frame(after: 500)
        #expect(bounds(of: .image)?.size == Size(width: 256, height: 128))
    }

    @Test func whatIsDrawnLaterIsShown() throws {
        let (content, words) = bench.makeContent()
        let surface = bench.bench.source.compositor.createSurface()
        words.makeItem(kind: "image/png", preview: surface)
        try begin(content)
        try frame(after: 500)
        #expect(bounds(of: .image).map { $0.width < 100 } ?? false, "a standard image as long as there is nothing")
        draw(green, on: surface)
        try frame(after: 500)
        #expect(colour(of: .image) == green)
        draw(red, on: surface)
        try frame(after: 500)
        #expect(colour(of: .image) == red)
        surface.destroy()
        try frame(after: 500)
        #expect(colour(of: .image) == red, "what was taken of it stays")
    }

    @Test func sheetsOfAFlockShowTheirItems() throws {
        let (content, words) = bench.makeContent()
        for colour in [red, green] { words.makeItem(at: (10, 10, 40, 20), preview: preview(colour)) }
        try begin(content)
        try frame(after: 50)
        #expect(colour(of: .sheet(0)) == red)
        #expect(colour(of: .sheet(1)) == green)
    }

    /// HIG-07: also where there are more than are seen.
    @Test func anItemThatIsAddedFliesToTheOthers() throws {
        let (content, words) = bench.makeContent()
        for _ in 0..<3 { words.makeItem(at: (10, 10, 40, 20), preview: preview(red)) }
        try begin(content)
        try frame(after: 1000)
        #expect(colour(of: .sheet(0)) == nil, "they have gathered")
        words.makeItem(at: (20, 40, 40, 20), preview: preview(green))
        try frame()
        #expect(colour(of: .sheet(3)) == green)
        let first = try #require(bounds(of: .sheet(3)))
        try frame(after: 100)
        let second = try #require(bounds(of: .sheet(3)))
        let end = try #require(bench.layers.last { $0.role == .sheet(0) }).bounds
        #expect(distance(second, end) < distance(first, end))
        try frame(after: 1000)
        #expect(colour(of: .sheet(3)) == nil && fixture.drags.itemCount == 4)
    }

    /// HIG-16. The window is in the corner of the screen.
    @Test func itemsFlyHomeToWhereEachOfThemLies() throws {
        let (content, words) = bench.makeContent()
        words.makeItem(at: (10, 10, 40, 20), preview: preview(red))
        words.makeItem(at: (60, 80, 40, 20), preview: preview(green))
        try begin(content)
        words.makeItem(preview: preview(red))
        try frame(after: 1000)
        try fixture.release()
        try frame(after: 490)
        #expect(colour(of: .sheet(1)) == green)
        let second = try #require(bounds(of: .sheet(1)))
        #expect(distance(second, Rectangle(x: 60, y: 80, width: 40, height: 20)) < 2)
        let first = try #require(bounds(of: .sheet(0)))
        #expect(first.contains(bench.bench.start))
        let third = try #require(bounds(of: .sheet(2)))
        #expect(third.contains(bench.bench.start), "it lies nowhere, and goes with the first")
        try frame(after: 20)
        #expect(bench.layers.isEmpty)
    }

    /// It is not known where it lies: not in the corner of the window.
    @Test func anItemWithoutAPlaceGathersFromBesideThePointer() throws {
        let (content, words) = bench.makeContent()
        words.makeItem(at: (10, 10, 40, 20), preview: preview(red))
        words.makeItem(preview: preview(green))
        try begin(content)
        try frame()
        let way = try #require(bounds(of: .sheet(1))).center - bench.bench.onDesktop
        #expect((way.x * way.x + way.y * way.y).squareRoot() < 2 * TimelineFlock.reach)
    }

    @Test func itemsOfOneKindAreCalledByIt() throws {
        let (content, words) = bench.makeContent()
        let kinds = ["image/png", "image/jpeg", "image/svg+xml"]
        let items = kinds.map { words.makeItem("x", kind: $0) }
        try begin(content)
        #expect(bench.announcements.first == .pickedUpKind(.picture, itemCount: 3))
        items[0].setKind(mimeType: "text/plain")
        items[0].commit()
        items[2].destroy()
        try fixture.settle()
        #expect(bench.announcements.last == .pickedUp(itemCount: 2), "they are unlike")
    }

    @Test func aTargetHearsHowManyAreOfWhichKind() throws {
        let (content, words) = bench.makeContent()
        let png = words.makeItem(kind: "image/png")
        words.makeItem(kind: "text/plain")
        words.makeItem(kind: String(repeating: "x", count: 256))
        _ = try bench.beginAndTake(content)
        #expect(bench.target.log == ["kind image/png 1", "kind text/plain 1", "items 3"])
        bench.target.clearLog()
        png.setKind(mimeType: "text/plain")
        try fixture.settle()
        #expect(bench.target.log.isEmpty, "not committed")
        png.commit()
        png.commit()
        try fixture.settle()
        #expect(bench.target.log == ["kind image/png 0", "kind text/plain 2", "items 3"])
        bench.target.clearLog()
        for number in 0..<40 { words.makeItem(kind: "x/\(number)") }
        try fixture.settle()
        #expect(Set(bench.target.log.filter { $0.hasPrefix("kind") }).count == 31, "32 kinds in all")
    }

    @Test func withoutAnItemTheDragGoesOn() throws {
        let (content, words) = bench.makeContent()
        let items = [words.makeItem(kind: "image/png"), words.makeItem()]
        _ = try bench.beginAndTake(content)
        bench.target.clearLog()
        for item in items { item.destroy() }
        try fixture.settle()
        #expect(bench.target.log == ["kind image/png 0", "items 1"])
        #expect(fixture.drags.itemCount == 1)
        try bench.dropAndFinish()
        #expect(bench.bench.source.log.ofSource.last == .sourceFinished)
    }

    /// What is said after the drop is for the next drag.
    @Test func itemsAfterTheDropChangeNothingOfIt() throws {
        let (content, words) = bench.makeContent()
        words.makeItem()
        _ = try bench.beginAndTake(content)
        try fixture.release()
        bench.target.clearLog()
        words.makeItem(kind: "image/png")
        try fixture.settle()
        #expect(bench.target.log.isEmpty)
        try #require(bench.bench.offer).finish()
        try fixture.settle()
        #expect(bench.engine.journal.done.last?.itemCount == 1)
    }
}
