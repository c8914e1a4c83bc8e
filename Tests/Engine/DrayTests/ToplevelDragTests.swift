// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// Windows that travel with a drag: `xdg_toplevel_drag_v1` (WL-03).
@Suite struct ToplevelDragTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }
    private let manager: XdgToplevelDragManagerV1

    init() throws {
        bench = try Bench()
        manager = try #require(bench.source.bindToplevelDrag())
    }

    /// What a browser does when a tab is dragged out: its drag begins, then the tab gets a window of its own.
    private func tearOff() throws -> (window: Window, drag: XdgToplevelDragV1, torn: TestWindow) {
        let drag = try begin()
        try fixture.move(to: Point(x: 250, y: 200))
        let torn = try bench.source.makeWindow(width: 120, height: 80, pump: { try fixture.pump($0) }) {
            drag.attach(toplevel: $0.proxy, xOffset: 30, yOffset: 10)
        }
        bench.source.keep(torn.toplevel.proxy)
        try fixture.settle()
        let window = try #require(fixture.compositor.windows.last)
        return (window, drag, torn)
    }

    private func begin() throws -> XdgToplevelDragV1 {
        let content = bench.source.makeSource(types: ["chromium/x-tab"], actions: .move)
        let drag = manager.getXdgToplevelDrag(dataSource: content)
        bench.source.keep(drag.proxy)
        try fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: content, icon: nil)
        return drag
    }

    @Test func theWindowIsWhereThePointerHoldsIt() throws {
        let (window, _, _) = try tearOff()
        #expect(window.position == Point(x: 220, y: 190))
        try fixture.move(to: Point(x: 400, y: 300))
        #expect(window.position == Point(x: 370, y: 290))
    }

    @Test func itHidesNoTargetFromThePointer() throws {
        let (window, _, _) = try tearOff()
        bench.source.clearLog()
        try fixture.move(to: bench.inTarget)
        #expect(window.geometry.contains(bench.inTarget))
        #expect(bench.target.log.contains { if case .enter = $0 { true } else { false } })
        #expect(!bench.source.log.contains(.pointerMotion))
    }

    @Test func aDropOnNothingLeavesItThereAndSaysSo() throws {
        let (window, drag, _) = try tearOff()
        try fixture.move(to: bench.onDesktop)
        bench.source.clearLog()
        try fixture.release()
        #expect(bench.source.log.filter(isOfSource) == [.sourceDropPerformed, .sourceCancelled])
        #expect(window.position == Point(x: 570, y: 390))
        fixture.seat.pointer.move(to: Point(x: 20, y: 20))
        try fixture.settle()
        #expect(window.position == Point(x: 570, y: 390))
        // It takes input again, and its client may let go.
        #expect(fixture.compositor.surface(at: bench.onDesktop)?.surface.window === window)
        drag.destroy()
        #expect(try fixture.failure(of: bench.source) == nil)
    }

    @Test func anotherWindowOfTheApplicationTakesTheTab() throws {
        let other = try fixture.makeWindow(of: bench.source, at: Point(x: 600, y: 0))
        _ = try tearOff()
        bench.source.clearLog()
        try fixture.move(to: Point(x: 620, y: 30))
        #expect(bench.source.log.contains(.enter(surface: other.id, 20, 30, hasOffer: true)))
        try fixture.take(by: bench.source, type: "chromium/x-tab", actions: .move, preferred: .move)
        try fixture.release()
        #expect(bench.source.log.contains(.drop))
        #expect(bench.source.log.filter(isOfSource) == [.sourceDropPerformed])
    }

    @Test func nothingElseIsShownOfIt() throws {
        _ = try tearOff()
        fixture.compositor.advance(byMicroseconds: 500_000)
        #expect(fixture.host.stage.parts.isEmpty)
        try fixture.release()
        #expect(fixture.host.stage.parts.isEmpty)
    }

    @Test func aWindowThatIsThereAlreadyTravelsFromTheBeginning() throws {
        let torn = try fixture.makeWindow(of: bench.source, at: Point(x: 100, y: 300))
        let window = try #require(fixture.compositor.windows.last)
        let content = bench.source.makeSource(types: ["chromium/x-tab"], actions: .move)
        let drag = manager.getXdgToplevelDrag(dataSource: content)
        drag.attach(toplevel: torn.toplevel.proxy, xOffset: 5, yOffset: 6)
        try fixture.startDrag(of: bench.source, from: bench.sourceWindow, at: bench.start, source: content, icon: nil)
        try fixture.move(to: Point(x: 300, y: 300))
        #expect(window.position == Point(x: 295, y: 294))
        #expect(fixture.compositor.windows.last === window)
    }

    @Test func escapeLeavesItToItsClient() throws {
        let (window, drag, _) = try tearOff()
        bench.source.clearLog()
        try fixture.key(Bench.Key.escape, .pressed)
        try fixture.settle()
        #expect(bench.source.log.filter(isOfSource) == [.sourceCancelled])
        #expect(!window.isCarried)
        drag.destroy()
        #expect(try fixture.failure(of: bench.source) == nil)
    }

    @Test func aWindowThatIsUnmappedIsDetachedAndAnotherCanCome() throws {
        let (window, drag, torn) = try tearOff()
        torn.surface.attach(buffer: nil, x: 0, y: 0)
        torn.surface.commit()
        try fixture.settle()
        #expect(!window.isCarried)
        let other = try fixture.makeWindow(of: bench.source, at: Point(x: 0, y: 300))
        drag.attach(toplevel: other.toplevel.proxy, xOffset: 0, yOffset: 0)
        try fixture.move(to: Point(x: 400, y: 350))
        #expect(fixture.compositor.windows.last?.position == Point(x: 400, y: 350))
        #expect(try fixture.failure(of: bench.source) == nil)
    }

    @Test func deathOfTheClientInMidDragLeavesNothing() throws {
        _ = try tearOff()
        fixture.kill(bench.source)
        try fixture.settle()
        #expect(!fixture.drags.isDragging)
        #expect(fixture.compositor.windows.count == 1)
    }

    // MARK: Mistakes

    private func expectError(_ code: Int, on interface: String) throws {
        let failure = try #require(try fixture.failure(of: bench.source))
        #expect("\(failure)".contains("error \(code) on \(interface)"), "\(failure)")
    }

    @Test func oneWindowAtATime() throws {
        let (_, drag, _) = try tearOff()
        drag.attach(toplevel: bench.sourceWindow.toplevel.proxy, xOffset: 0, yOffset: 0)
        try expectError(0, on: "xdg_toplevel_drag_v1")
    }

    @Test func itIsNotDestroyedDuringTheDrag() throws {
        let (_, drag, _) = try tearOff()
        drag.destroy()
        // The object that the error is about has gone with the request.
        try expectError(1, on: "unknown")
    }

    @Test func oneOfThemForASource() throws {
        let content = bench.source.makeSource()
        let first = manager.getXdgToplevelDrag(dataSource: content)
        _ = manager.getXdgToplevelDrag(dataSource: content)
        try expectError(0, on: "xdg_toplevel_drag_manager_v1")
        #expect(first.proxy.isAlive)
    }

    @Test func suchASourceIsNoSelection() throws {
        fixture.seat.pointer.move(to: bench.start)
        fixture.seat.pointer.click()
        try fixture.settle()
        let content = bench.source.makeSource(actions: nil)
        _ = manager.getXdgToplevelDrag(dataSource: content)
        bench.source.device.setSelection(source: content, serial: bench.source.inputSerial)
        try expectError(1, on: "wl_data_source")
    }

    @Test func onlyWindowsTravel() throws {
        let drag = try begin()
        drag.attach(toplevel: bench.sourceWindow.surface.proxy, xOffset: 0, yOffset: 0)
        let failure = try #require(try fixture.failure(of: bench.source))
        #expect("\(failure)".contains("wl_display"), "\(failure)")
    }
}

private func isOfSource(_ event: ClientEvent) -> Bool {
    switch event {
    case .sourceDropPerformed, .sourceCancelled, .sourceFinished: true
    default: false
    }
}
