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

/// The icon surface of a drag.
@Suite struct IconTests {
    let bench: Bench
    var fixture: DragFixture { bench.fixture }

    init() throws { bench = try Bench() }

    /// The image of the last drag that began.
    private var image: (width: Double, height: Double, hotspot: Point)? {
        for case .began(let drag) in fixture.effects.reversed() {
            return fixture.host.stage.image(of: drag).map { ($0.size.width, $0.size.height, $0.hotspot) }
        }
        return nil
    }

    @Test func noIconIsAStandardImage() throws {
        try bench.begin()
        try fixture.move(to: bench.onDesktop)
        #expect(image != nil)
    }

    @Test func iconThatWasCommittedBeforeTheStartIsShown() throws {
        let icon = bench.source.makeSurface(width: 24, height: 12)
        try bench.begin(icon: icon)
        try fixture.move(to: bench.onDesktop)
        #expect(image?.width == 24)
        #expect(image?.height == 12)
        #expect(image?.hotspot == .zero)
    }

    @Test func iconThatIsCommittedAfterTheStartIsShown() throws {
        let icon = bench.source.compositor.createSurface()
        try bench.begin(icon: icon)
        bench.source.attach(to: icon, width: 40, height: 30)
        icon.commit()
        try fixture.move(to: bench.onDesktop)
        #expect(image?.width == 40)
        #expect(image?.height == 30)
    }

    @Test func iconMayChangeDuringTheDrag() throws {
        let icon = bench.source.makeSurface(width: 24, height: 12)
        try bench.begin(icon: icon)
        try fixture.move(to: bench.onDesktop)
        bench.source.attach(to: icon, width: 48, height: 32)
        icon.commit()
        try fixture.settle()
        #expect(image?.width == 48)
        #expect(image?.height == 32)
    }

    @Test func offsetsAddUpFromTheHotspot() throws {
        let icon = bench.source.makeSurface(width: 24, height: 24)
        try bench.begin(icon: icon)
        for (x, y) in [(-3, -4), (-2, 1)] as [(Int32, Int32)] {
            bench.source.attach(to: icon, width: 24, height: 24, x: x, y: y)
            icon.commit()
        }
        try fixture.move(to: bench.onDesktop)
        #expect(image?.hotspot == Point(x: 5, y: 3))
    }

    @Test func surfaceIsAnIconAgainInTheNextDrag() throws {
        let icon = bench.source.makeSurface(width: 24, height: 24)
        try bench.begin(icon: icon)
        bench.source.attach(to: icon, width: 24, height: 24, x: -5, y: -5)
        icon.commit()
        try fixture.move(to: bench.onDesktop)
        try fixture.release()
        try bench.begin(icon: icon)
        try fixture.move(to: bench.onDesktop)
        #expect(fixture.drags.isDragging)
        // It starts at the hotspot, whatever was added up in the drag before.
        #expect(image?.hotspot == .zero)
        #expect(image?.width == 24)
    }

    @Test func imageThatFliesBackKeepsItsLook() throws {
        let icon = bench.source.makeSurface(width: 24, height: 24)
        try bench.begin(icon: icon)
        try fixture.move(to: bench.onDesktop)
        fixture.compositor.advance(byMicroseconds: 200_000)
        try fixture.release()
        bench.source.attach(to: icon, width: 64, height: 64)
        icon.commit()
        try fixture.settle()
        #expect(image?.width == 24)
    }

    @Test func destroyedIconDoesNotEndTheDrag() throws {
        let icon = bench.source.makeSurface()
        try bench.begin(icon: icon)
        try fixture.move(to: bench.inTarget)
        icon.destroy()
        try fixture.move(to: bench.onDesktop)
        #expect(fixture.drags.isDragging)
        #expect(try fixture.failure(of: bench.source) == nil)
    }

    @Test func iconTakesNoInput() throws {
        let icon = bench.source.makeSurface(width: 200, height: 200)
        try bench.begin(icon: icon)
        try fixture.move(to: bench.inTarget)
        #expect(bench.target.log.ofDrag.last == .enter(surface: bench.targetWindow.id, 10, 20, hasOffer: true))
        fixture.seat.pointer.move(to: bench.onDesktop)
        try fixture.release()
        #expect(fixture.compositor.surface(at: Point(x: 610, y: 410)) == nil)
    }

    @Test func iconIsGoneAfterACancel() throws {
        let icon = bench.source.makeSurface()
        try bench.begin(icon: icon)
        try fixture.move(to: bench.onDesktop)
        fixture.drags.cancel(.escape)
        for _ in 0..<200 { fixture.compositor.advance() }
        #expect(fixture.compositor.layers().isEmpty)
    }

    @Test func windowIsNoIcon() throws {
        let other = try fixture.makeWindow(of: bench.source, at: Point(x: 0, y: 300))
        try fixture.press(at: bench.start)
        bench.source.device.startDrag(
            source: bench.source.makeSource(), origin: bench.sourceWindow.surface, icon: other.surface,
            serial: bench.source.pressSerial)
        let failure = try fixture.failure(of: bench.source)
        #expect(failure.map(isRoleError) ?? false)
        #expect(!fixture.drags.isDragging)
    }

    @Test func subsurfaceIsNoIcon() throws {
        let child = bench.source.makeSubsurface(of: bench.sourceWindow.surface, x: 0, y: 0, width: 10, height: 10)
        try fixture.press(at: bench.start)
        bench.source.device.startDrag(
            source: bench.source.makeSource(), origin: bench.sourceWindow.surface, icon: child,
            serial: bench.source.pressSerial)
        let failure = try fixture.failure(of: bench.source)
        #expect(failure.map(isRoleError) ?? false)
    }

    @Test func iconBecomesNoCursor() throws {
        let icon = bench.source.makeSurface()
        try bench.begin(icon: icon)
        try fixture.move(to: bench.onDesktop)
        try fixture.release()
        fixture.seat.pointer.move(to: bench.start)
        try fixture.settle()
        bench.source.pointer?.setCursor(serial: bench.source.inputSerial, surface: icon, hotspotX: 0, hotspotY: 0)
        guard case .protocolError("wl_pointer", _, 0)? = try fixture.failure(of: bench.source) else {
            Issue.record("an icon became a cursor")
            return
        }
    }

    private func isRoleError(_ failure: Connection.Failure) -> Bool {
        guard case .protocolError("wl_data_device", _, 0) = failure else { return false }
        return true
    }
}
