// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayTransfer
import HeadlessDesktop
import TestClients
import TestTimeout
import Testing
import WaylandClient

/// The source's requests of `dray_drag_v1` (WL-05).
@Suite struct ExtensionSourceTests {
    private let bench: ExtensionBench
    private var fixture: DragFixture { bench.fixture }

    init() throws { bench = try ExtensionBench() }

    @discardableResult
    private func item(_ number: Int32, _ name: String = "", of words: DrayDragSourceV1) -> DrayDragItemV1 {
        words.makeItem(name, at: (number * 10, 0, 8, 8))
    }

    @Test func itemsAreCountedWithoutReadingAnything() throws {
        let (content, words) = bench.makeContent(types: ["text/uri-list"])
        for number in 1...3 as ClosedRange<Int32> { item(number, of: words) }
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
        #expect(fixture.drags.itemCount == 3)
        #expect(!bench.bench.source.log.contains { "\($0)".contains("sourceSend") })
    }

    /// HIG-07: the client receives the other finger through `wl_touch`, and adds the tapped item.
    @Test func anotherFingerAddsAnItem() throws {
        let (content, words) = bench.makeContent()
        item(1, of: words)
        let client = bench.bench.source
        try fixture.startTouchDrag(
            of: client, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
        try fixture.touchMove(to: Point(x: 60, y: 60))
        #expect(fixture.drags.itemCount == 1)
        client.clearLog()
        try fixture.touchDown(1, at: Point(x: 20, y: 20))
        #expect(client.log.contains { "\($0)".hasPrefix("touchDown") }, "the client receives the touch")
        item(2, of: words)
        try fixture.touchUp(1)
        #expect(fixture.drags.itemCount == 2)
        #expect(fixture.drags.isDragging)
    }

    @Test func itemCountIsSentToTheTarget() throws {
        let (content, words) = bench.makeContent()
        let (first, second) = (item(1, of: words), item(2, of: words))
        _ = try bench.beginAndTake(content)
        #expect(bench.target.log == ["items 2"])
        item(3, of: words)
        first.destroy()
        second.destroy()
        try fixture.settle()
        #expect(bench.target.log == ["items 2", "items 3", "items 2", "items 1"])
        #expect(fixture.drags.itemCount == 1)
    }

    @Test func singleItemIsAnnouncedByName() throws {
        let (content, words) = bench.makeContent()
        item(1, "Holi\u{202E}day\u{7}", of: words)
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
        #expect(bench.announcements.first == .pickedUpItem("Holi\u{FFFD}day\u{FFFD}"))
    }

    /// HIG-02: the window is the same, but the container differs.
    @Test func containerOfTheOriginDecidesTheAction() throws {
        let (content, words) = bench.makeContent(actions: [.copy, .move])
        words.setContainer(container: 7)
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
        try fixture.move(to: Point(x: 80, y: 60))
        try fixture.take(by: bench.bench.source, actions: [.copy, .move], preferred: [])
        #expect(fixture.drags.feedback?.outcome == .copy)
        let zones = bench.source.surface(bench.bench.sourceWindow.surface)
        _ = bench.source.zone("list", on: zones, at: (0, 0, 200, 100), container: 7)
        zones.commit()
        try fixture.settle()
        #expect(fixture.drags.feedback?.outcome == .move)
        #expect(bench.source.log == ["enter list"])
    }

    @Test func expectedSizeBecomesTheTotal() throws {
        let (content, words) = bench.makeContent(types: ["text/plain"])
        words.setSize(mimeType: "text/plain", sizeHi: 1, sizeLo: 5)
        words.setSize(mimeType: "text/not-offered", sizeHi: 0, sizeLo: 5)
        _ = try bench.beginAndTake(content)
        try fixture.release()
        // Before the source has written anything, since its data would correct the total.
        let read = bench.bench.target.receive("text/plain", from: try #require(bench.bench.offer))
        try fixture.pump(bench.bench.target.connection)
        let total = bench.engine.transferLedger.underWay.first?.total
        withExtendedLifetime(read) {}
        #expect(total == 1 << 32 + 5)
    }

    /// HIG-24: both clients receive the progress of a long transfer.
    @Test func progressIsSentToBothSides() throws {
        bench.engine.transferPolicy.announceAfter = 30_000
        let silent = SilentSource(bench.bench.source)
        let words = bench.source.source(silent.object)
        words.setSize(mimeType: "text/plain", sizeHi: 0, sizeLo: 10)
        _ = try bench.beginAndTake(silent.object)
        try fixture.release()
        let read = bench.bench.target.receive("text/plain", from: try #require(bench.bench.offer))
        try fixture.settle()
        let asked = try #require(silent.asked.first)
        asked.write("12345")
        let limit = ContinuousClock.now + .timeout(10)
        while bench.source.log.isEmpty || bench.target.log.count < 2, ContinuousClock.now < limit {
            fixture.compositor.dispatch(timeout: 10)
            try fixture.settle()
        }
        #expect(bench.source.log.first == "progress text/plain 5 of 10")
        #expect(bench.target.log.prefix(2) == ["items 1", "progress text/plain 5 of 10"])
        withExtendedLifetime(read) {}
    }

    @Test func deselectIsSentAfterADropElsewhere() throws {
        let (content, _) = bench.makeContent()
        _ = try bench.beginAndTake(content)
        #expect(bench.source.log.isEmpty)
        try bench.dropAndFinish()
        #expect(bench.source.log == ["deselect"])
    }

    @Test func deselectIsNotSentWithinTheContainer() throws {
        let (content, _) = bench.makeContent(actions: [.copy, .move])
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
        try fixture.move(to: Point(x: 80, y: 60))
        try fixture.take(by: bench.bench.source, actions: [.copy, .move], preferred: [])
        try fixture.release()
        try #require(bench.bench.source.dragOffer).object.finish()
        try fixture.settle()
        #expect(bench.bench.source.log.contains(.sourceFinished))
        #expect(bench.source.log.isEmpty)
    }

    @Test func reasonOfTheFailureIsSentToTheSource() throws {
        for (place, reason) in [(bench.bench.onDesktop, 1), (bench.bench.inTarget, 2)] {
            let (content, _) = bench.makeContent()
            bench.source.clearLog()
            try fixture.startDrag(
                of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
            try fixture.move(to: place)
            try fixture.release()
            #expect(bench.source.log == ["failed \(reason)"])
        }
        let (content, _) = bench.makeContent()
        _ = try bench.beginAndTake(content)
        try fixture.release()
        bench.source.clearLog()
        fixture.kill(bench.bench.target)
        try fixture.settle()
        #expect(bench.source.log == ["failed 5"])
    }

    @Test func sourceCanBeDraggedAgain() throws {
        let (content, words) = bench.makeContent()
        item(1, of: words)
        item(2, of: words)
        for _ in 0..<2 {
            try fixture.startDrag(
                of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
            #expect(fixture.drags.itemCount == 2)
            try fixture.move(to: bench.bench.onDesktop)
            try fixture.release()
        }
        words.destroy()
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
        #expect(fixture.drags.itemCount == 1)
    }

    /// The state that was set remains in effect for the current drag after the object is destroyed.
    @Test func destroyingTheObjectDuringTheDragChangesNothing() throws {
        let (content, words) = bench.makeContent()
        item(1, of: words)
        item(2, of: words)
        _ = try bench.beginAndTake(content)
        words.destroy()
        try fixture.settle()
        #expect(fixture.drags.itemCount == 2)
        try bench.dropAndFinish()
        #expect(bench.source.log.isEmpty)
    }

    /// For toolkits that do not expose their sources.
    @Test func originObjectAppliesToAllDragsFromItsSurface() throws {
        let words = bench.source.origin(bench.bench.sourceWindow.surface)
        item(1, "a", of: words)
        item(2, "b", of: words)
        words.setContainer(container: 3)
        for count in 2...3 {
            bench.source.hear("drop", words.getDrop())
            bench.source.clearLog()
            try bench.bench.begin()
            #expect(fixture.drags.itemCount == count)
            item(Int32(count + 1), of: words)
            try fixture.settle()
            #expect(fixture.drags.itemCount == count + 1)
            try fixture.move(to: bench.bench.onDesktop)
            try fixture.release()
            #expect(bench.source.log == ["failed 1", "drop unavailable"])
        }
        // A source with an extension object of its own does not use them.
        let (content, _) = bench.makeContent()
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
        #expect(fixture.drags.itemCount == 1)
        fixture.drags.cancel(.escape)
        try fixture.release()
        words.destroy()
        try bench.bench.begin()
        #expect(fixture.drags.itemCount == 1)
        let again = bench.source.origin(bench.bench.sourceWindow.surface)
        item(1, of: again)
        item(2, of: again)
        try fixture.settle()
        #expect(fixture.drags.itemCount == 1, "it applies to later drags only")
    }

    /// The user may begin another drag before the target has finished the drop.
    @Test func originObjectAppliesToADragDuringAnUnfinishedDrop() throws {
        let words = bench.source.origin(bench.bench.sourceWindow.surface)
        item(1, of: words)
        item(2, of: words)
        bench.source.hear("first", words.getDrop())
        try bench.bench.beginAndTake()
        try fixture.release()
        let unfinished = try #require(bench.bench.offer)
        try bench.bench.begin()
        bench.source.clearLog()
        unfinished.finish()
        try fixture.settle()
        #expect(bench.source.log == ["deselect", "first unavailable"], "the target has no drop object")
        item(3, of: words)
        try fixture.settle()
        #expect(fixture.drags.itemCount == 3)
        bench.source.hear("second", words.getDrop())
        bench.source.clearLog()
        try fixture.move(to: bench.bench.onDesktop)
        try fixture.release()
        #expect(bench.source.log == ["failed 1", "second unavailable"])
    }

    /// The object still applies to the current drags, even to two at once, after its surface is destroyed.
    @Test func originObjectAppliesAfterItsSurfaceIsDestroyed() throws {
        let words = bench.source.origin(bench.bench.sourceWindow.surface)
        item(1, of: words)
        item(2, of: words)
        try bench.bench.beginAndTake()
        bench.bench.sourceWindow.toplevel.destroy()
        bench.bench.sourceWindow.xdgSurface.destroy()
        bench.bench.sourceWindow.surface.destroy()
        try fixture.settle()
        #expect(fixture.drags.itemCount == 2)
        item(3, of: words)
        try fixture.settle()
        #expect(fixture.drags.itemCount == 3)
        bench.source.clearLog()
        try bench.dropAndFinish()
        #expect(bench.source.log == ["deselect"])
        bench.source.hear("late", words.getDrop())
        try fixture.settle()
        #expect(bench.source.log == ["deselect", "late unavailable"])
    }

    /// Only existing objects of a client count.
    @Test func destroyedItemsDoNotCount() throws {
        for _ in 0..<3 {
            let (content, words) = bench.makeContent()
            var items: [DrayDragItemV1] = []
            for number in 0..<8000 {
                items.append(words.createItem())
                if number.isMultiple(of: 50) { try fixture.pump(bench.bench.source.connection) }
            }
            content.destroy()
            for (number, item) in items.enumerated() {
                item.destroy()
                if number.isMultiple(of: 50) { try fixture.pump(bench.bench.source.connection) }
            }
            words.destroy()
        }
        #expect(try bench.blame(on: bench.bench.source) == nil)
    }

    @Test func originObjectOfADeadSurfaceIsInert() throws {
        let surface = bench.bench.source.makeSurface()
        let words = bench.source.origin(surface)
        surface.destroy()
        item(1, of: words)
        bench.source.hear("drop", words.getDrop())
        try fixture.settle()
        #expect(bench.source.log == ["drop unavailable"])
    }

    @Test func objectOfADeadSourceIsInert() throws {
        let (content, words) = bench.makeContent()
        content.destroy()
        item(1, of: words)
        words.createItem().destroy()
        words.setContainer(container: 1)
        bench.source.hear("drop", words.getDrop())
        try fixture.settle()
        #expect(bench.source.log == ["drop unavailable"])
    }

    // MARK: Mistakes

    enum Mistake: CaseIterable, Sendable {
        case twice, twoOrigins, inMidDrag, selection, negative, role, twoDrops, tooManyItems, tooManyInert

        var error: (interface: String, code: UInt32) {
            switch self {
            case .twice, .twoOrigins: ("dray_drag_manager_v1", 0)
            case .inMidDrag, .selection: ("dray_drag_manager_v1", 1)
            case .role: ("dray_drag_item_v1", 0)
            case .negative: ("dray_drag_item_v1", 1)
            case .tooManyItems, .tooManyInert: ("dray_drag_source_v1", 0)
            case .twoDrops: ("dray_drag_source_v1", 1)
            }
        }
    }

    @Test(arguments: Mistake.allCases) func mistakeHasItsError(_ mistake: Mistake) throws {
        let client = bench.bench.source
        let (content, words) = bench.makeContent()
        // An error names the interface of an object that still exists.
        let one = words.createItem()
        switch mistake {
        case .twice: _ = bench.source.source(content)
        case .twoOrigins:
            for _ in 0..<2 { _ = bench.source.origin(bench.bench.sourceWindow.surface) }
        case .inMidDrag:
            words.destroy()
            try fixture.startDrag(
                of: client, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
            _ = bench.source.source(content)
        case .selection:
            let selected = client.makeSource(actions: nil)
            try fixture.press(at: bench.bench.start)
            client.device.setSelection(source: selected, serial: client.pressSerial)
            _ = bench.source.source(selected)
        case .role: one.setPreview(surface: bench.bench.sourceWindow.surface)
        case .negative: one.setPlace(x: 0, y: 0, width: -1, height: 1)
        case .twoDrops:
            bench.source.hear("one", words.getDrop())
            bench.source.hear("two", words.getDrop())
        case .tooManyItems:
            for number in 0..<20_000 as Range<Int32> {
                item(number, of: words)
                if number.isMultiple(of: 50) { try? fixture.pump(client.connection) }
            }
        case .tooManyInert:
            // Inert objects also use memory in the compositor.
            content.destroy()
            for number in 0..<20_000 as Range<Int32> {
                _ = words.createItem()
                if number.isMultiple(of: 50) { try? fixture.pump(client.connection) }
            }
        }
        let failure = try withExtendedLifetime(one) { try bench.blame(on: client) }
        #expect(
            failure?.interface == mistake.error.interface && failure?.code == mistake.error.code, "\(failure as Any)")
        // Other clients are not affected.
        try fixture.settle()
    }
}
