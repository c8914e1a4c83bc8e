// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// The target's requests of `dray_drag_v1` (WL-05).
@Suite struct ExtensionOfferTests {
    private let bench: ExtensionBench
    private var fixture: DragFixture { bench.fixture }

    init() throws { bench = try ExtensionBench() }

    private func overTarget(items: UInt32 = 1) throws -> DrayDragOfferV1 {
        let (content, words) = bench.makeContent()
        for _ in 0..<items { words.makeItem() }
        return try bench.beginAndTake(content)
    }

    /// HIG-09.
    @Test func badgeShowsTheNumberOfAcceptedItems() throws {
        let words = try overTarget(items: 5)
        #expect(fixture.drags.feedback?.itemCount == 5)
        words.takeItems(count: 2)
        try fixture.settle()
        #expect(fixture.drags.feedback == Feedback(outcome: .copy, itemCount: 2))
        words.takeItems(count: 90)
        try fixture.settle()
        #expect(fixture.drags.feedback?.itemCount == 5)
        words.takeItems(count: 2)
        try fixture.move(to: bench.bench.onDesktop)
        #expect(fixture.drags.feedback?.itemCount == 5, "the target's count is reset")
    }

    private func imageSize() -> Size? {
        let engine = bench.engine
        engine.frame(at: fixture.compositor.clock.now)
        return bench.layers.last { $0.role == .image }?.bounds.size
    }

    private func wait(milliseconds: UInt64) throws {
        for _ in 0..<milliseconds / 10 { fixture.compositor.advance(byMicroseconds: 10_000) }
        try fixture.settle()
    }

    /// HIG-38: the image is cross-faded, at a limited rate.
    @Test func imageTakesThePreviewSize() throws {
        let icon = bench.bench.source.makeSurface(width: 40, height: 20)
        let (content, _) = bench.makeContent()
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content, icon: icon)
        try fixture.move(to: bench.bench.inTarget)
        let words = bench.target.offer(try #require(bench.bench.offer))
        try fixture.take(by: bench.bench.target)
        try wait(milliseconds: 500)
        #expect(imageSize() == Size(width: 40, height: 20))
        words.setPreviewSize(width: 100, height: 80)
        try fixture.settle()
        try wait(milliseconds: 20)
        let between = try #require(imageSize())
        #expect(between.width > 40 && between.width < 100, "it fades from one size to the other: \(between)")
        // A target that flickers.
        for width in 10..<30 as Range<Int32> {
            words.setPreviewSize(width: width, height: 10)
            try fixture.settle()
        }
        try wait(milliseconds: 300)
        #expect(imageSize() == Size(width: 100, height: 80), "too early for another change")
        try wait(milliseconds: 600)
        #expect(imageSize() == Size(width: 29, height: 10), "then the last size")
        words.setPreviewSize(width: 100_000, height: 50_000)
        try fixture.settle()
        try wait(milliseconds: 900)
        #expect(imageSize() == Size(width: 512, height: 256), "the size is limited")
        try fixture.move(to: bench.bench.onDesktop)
        try wait(milliseconds: 900)
        #expect(imageSize() == Size(width: 40, height: 20))
    }

    /// The standard image, which Dray draws if the client has none, is redrawn.
    @Test func standardImageTakesThePreviewSizeInItsProportions() throws {
        let (content, _) = bench.makeContent()
        try fixture.startDrag(
            of: bench.bench.source, from: bench.bench.sourceWindow, at: bench.bench.start, source: content)
        try fixture.move(to: bench.bench.inTarget)
        let words = bench.target.offer(try #require(bench.bench.offer))
        try fixture.take(by: bench.bench.target)
        try wait(milliseconds: 500)
        let usual = try #require(imageSize())
        words.setPreviewSize(width: 300, height: 150)
        try fixture.settle()
        try wait(milliseconds: 20)
        let between = try #require(imageSize())
        #expect(between.width < usual.width + 72, "it grows: \(between)")
        try wait(milliseconds: 900)
        // The page of 48 by 60 points becomes one of 120 by 150; around it there is as much shadow as before.
        let large = try #require(imageSize())
        #expect(large == Size(width: usual.width + 72, height: usual.height + 90), "\(usual), \(large)")
        words.setPreviewSize(width: 1, height: 1)
        try fixture.settle()
        try wait(milliseconds: 900)
        let least = try #require(imageSize())
        #expect(least == Size(width: usual.width - 36, height: usual.height - 45), "\(usual), \(least)")
        try fixture.move(to: bench.bench.onDesktop)
        try wait(milliseconds: 900)
        #expect(imageSize() == usual)
    }

    private var landing: Point? {
        for case .show(_, let frame) in fixture.effects {
            if let image = frame.layers.last(where: { $0.role == .image }) { lastImage.append(image.bounds.center) }
        }
        return lastImage.last
    }

    private final class Points { var list: [Point] = [] }
    private let points = Points()
    private var lastImage: [Point] {
        get { points.list }
        nonmutating set { points.list = newValue }
    }

    @Test func imageLandsWhereTheContentWouldGo() throws {
        let words = try overTarget()
        try wait(milliseconds: 500)
        words.setInsertion(x: 150, y: 80, width: 20, height: 2)
        try fixture.settle()
        fixture.clearLogs()
        try fixture.release()
        try wait(milliseconds: 600)
        let point = try #require(landing)
        // The window is at (300, 0).
        #expect(point.squaredDistance(to: Point(x: 460, y: 81)) < 30 * 30, "\(point)")
    }

    @Test func insertionOutsideTheWindowIsIgnored() throws {
        let words = try overTarget()
        try wait(milliseconds: 500)
        words.setInsertion(x: -290, y: 80, width: 0, height: 0)
        try fixture.settle()
        fixture.clearLogs()
        try fixture.release()
        try wait(milliseconds: 600)
        let point = try #require(landing)
        #expect(point.x > 250, "\(point)")
    }

    /// HIG-27: the host receives the reason and asks; declining cancels the drag.
    @Test(arguments: [true, false]) func irreversibleDropIsConfirmed(isWanted: Bool) throws {
        let words = try overTarget()
        let engine = bench.engine
        var reasons: [String?] = []
        fixture.host.onDrop = { drag, _ in
            reasons.append(engine.irreversible(drag))
            return engine.irreversible(drag) == nil ? .notNeeded : .needed
        }
        words.setIrreversible(reason: "The file is deleted")
        try fixture.settle()
        bench.bench.target.clearLog()
        try fixture.release()
        #expect(reasons == ["The file is deleted"])
        #expect(!bench.bench.target.log.contains(.drop))
        engine.confirmDrop(try #require(fixture.drags.dragID), isWanted: isWanted)
        try fixture.settle()
        #expect(bench.bench.target.log.contains(.drop) == isWanted)
    }

    @Test func unsetIrreversibleNeedsNoConfirmation() throws {
        let words = try overTarget()
        words.setIrreversible(reason: "x")
        words.unsetIrreversible()
        try fixture.settle()
        #expect(bench.engine.irreversible(try #require(fixture.drags.dragID)) == nil)
        bench.bench.target.clearLog()
        try fixture.release()
        #expect(bench.bench.target.log.contains(.drop))
    }

    /// HIG-24: a ring at the drop point.
    @Test func progressOfATaskIsShown() throws {
        let words = try overTarget()
        try fixture.release()
        try wait(milliseconds: 600)
        #expect(!bench.layers.contains { $0.role == .progress })
        words.setProgress(progress: 250)
        try fixture.settle()
        try wait(milliseconds: 300)
        #expect(bench.layers.contains { $0.role == .progress })
        words.setProgress(progress: 1000)
        try #require(bench.bench.offer).finish()
        try fixture.settle()
        try wait(milliseconds: 800)
        #expect(!bench.layers.contains { $0.role == .progress }, "it is done")
        words.setProgress(progress: 10)
        try fixture.settle()
    }

    @Test func failureOfADropIsSentToTheTarget() throws {
        _ = try overTarget()
        try fixture.release()
        bench.target.clearLog()
        bench.engine.cancel(DragID(1), .transferFailed)
        try fixture.settle()
        #expect(bench.target.log == ["failed 6"])
    }

    /// A target that waits for the result of its drop takes `unavailable` as its end, so the failure has to come first.
    @Test func failureOfADropIsSentBeforeItsUndoIsUnavailable() throws {
        let words = try overTarget()
        bench.target.hear("drop", words.getDrop())
        try fixture.release()
        bench.target.clearLog()
        bench.engine.cancel(DragID(1), .transferFailed)
        try fixture.settle()
        #expect(bench.target.log == ["failed 6", "drop unavailable"])
    }

    @Test func objectOfARetiredOfferIsInert() throws {
        let words = try overTarget(items: 3)
        try fixture.move(to: bench.bench.onDesktop)
        bench.target.clearLog()
        words.takeItems(count: 1)
        words.setProgress(progress: 500)
        words.setIrreversible(reason: "x")
        bench.target.hear("drop", words.getDrop())
        try fixture.settle()
        #expect(bench.target.log == ["drop unavailable"])
        #expect(fixture.drags.feedback?.itemCount == 3)
    }

    // MARK: Mistakes

    enum Mistake: CaseIterable, Sendable {
        case twice, selection, noItems, noSize, negativeSize, negativePlace, tooMuch, backwards, early, twoDrops

        var error: (interface: String, code: UInt32) {
            switch self {
            case .twice: ("dray_drag_manager_v1", 0)
            case .selection: ("dray_drag_manager_v1", 2)
            case .noItems: ("dray_drag_offer_v1", 0)
            case .noSize, .negativeSize: ("dray_drag_offer_v1", 1)
            case .negativePlace: ("dray_drag_offer_v1", 2)
            case .tooMuch, .backwards: ("dray_drag_offer_v1", 3)
            case .early: ("dray_drag_offer_v1", 4)
            case .twoDrops: ("dray_drag_offer_v1", 5)
            }
        }
    }

    @Test(arguments: Mistake.allCases) func mistakeHasItsError(_ mistake: Mistake) throws {
        let client = bench.bench.target
        if mistake == .selection {
            try fixture.press(at: bench.bench.inTarget)
            try fixture.release()
            client.device.setSelection(source: client.makeSource(actions: nil), serial: client.inputSerial)
            try fixture.settle()
            _ = bench.target.offer(try #require(client.selection).object)
        } else {
            let words = try overTarget()
            switch mistake {
            case .twice: _ = bench.target.offer(try #require(bench.bench.offer))
            case .selection: break
            case .noItems: words.takeItems(count: 0)
            case .noSize: words.setPreviewSize(width: 0, height: 10)
            case .negativeSize: words.setPreviewSize(width: 10, height: .min)
            case .negativePlace: words.setInsertion(x: 0, y: 0, width: -1, height: 0)
            case .tooMuch: words.setProgress(progress: 1001)
            case .backwards:
                try fixture.release()
                words.setProgress(progress: 500)
                words.setProgress(progress: 499)
            case .early: words.setProgress(progress: 0)
            case .twoDrops:
                bench.target.hear("one", words.getDrop())
                bench.target.hear("two", words.getDrop())
            }
        }
        let failure = try bench.blame(on: client)
        #expect(
            failure?.interface == mistake.error.interface && failure?.code == mistake.error.code, "\(failure as Any)")
        try fixture.settle()
    }
}
