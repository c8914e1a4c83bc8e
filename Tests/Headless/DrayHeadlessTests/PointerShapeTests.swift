// SPDX-License-Identifier: MIT

import DragFixture
import Dray
import DrayCore
import DrayHeadless
import DrayPresentation
import Foundation
import HeadlessDesktop
import TestClients
import Testing
import WaylandClient

/// The cursor in screenshots (HIG-14).
@Suite struct PointerShapeTests {
    /// The outcome is shown only once (HIG-14): the badge has the plus.
    @Test func withABadgeThePointerIsAGrabbingHand() throws {
        let stage = try Stage()
        let seat = SeatID(stage.fixture.seat)
        try stage.begin()
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        #expect(stage.stage.pointerShape(of: seat) == .holding)
        #expect(stage.parts.contains { $0.role == .badge })
        try stage.fixture.release()
        #expect(stage.stage.pointerShape(of: seat) == nil)
    }

    @Test func withoutABadgeTheShapeFollowsWhatADropWouldDo() throws {
        let stage = try Stage(style: PresentationStyle(showsBadge: false))
        let seat = SeatID(stage.fixture.seat)
        #expect(stage.stage.pointerShape(of: seat) == nil)
        try stage.begin()
        try stage.rest()
        #expect(stage.stage.pointerShape(of: seat) == .holding)
        try stage.move(to: Stage.beside)
        #expect(stage.stage.pointerShape(of: seat) == .notAllowed)
        try stage.move(to: Stage.over)
        try stage.acceptCopy()
        try stage.rest()
        #expect(stage.stage.pointerShape(of: seat) == .copy)
        #expect(!stage.parts.contains { $0.role == .badge })
        try stage.fixture.release()
        #expect(stage.stage.pointerShape(of: seat) == nil)
    }

    /// Between `enter` and `accept` of a fast client, a drop is not possible. This must neither be visible nor cause
    /// work for the host.
    @Test func whatChangesBackWithinAFrameIsNeverShown() throws {
        let stage = try Stage(style: PresentationStyle(showsBadge: false))
        try stage.begin()
        #expect(stage.fixture.shapes == [])
        try stage.rest()
        try stage.fixture.move(to: Stage.over)
        try stage.acceptCopy()
        #expect(stage.fixture.shapes == [.holding])
        try stage.rest()
        #expect(stage.fixture.shapes == [.holding, .copy])
        try stage.fixture.release()
        // At once: clients set the cursor again.
        #expect(stage.fixture.shapes == [.holding, .copy, nil])
    }

    @Test func aDragThatIsOverWithinAFrameNeverShowsAShape() throws {
        let stage = try Stage()
        try stage.begin()
        try stage.fixture.release()
        try stage.rest()
        #expect(stage.fixture.shapes == [])
    }

    @Test func arrowPointsAtThePointersPixel() throws {
        for scale: Int32 in [1, 2, 3] {
            let stage = try Stage(scale: scale)
            let point = Point(x: 170, y: 200)
            let without = try stage.capture()
            stage.fixture.seat.pointer.move(to: point)
            let with = try stage.capture()
            let (x, y) = (170 * Int(scale), 200 * Int(scale))
            let changed = with.pixels.indices.filter { with.pixels[$0] != without.pixels[$0] }
            let rows = changed.map { $0 / with.width }
            let columns = changed.map { $0 % with.width }
            // The white edge extends slightly beyond the tip, and the arrow to the right and down.
            #expect(abs(try #require(rows.min()) - y) <= 2 * Int(scale))
            #expect(abs(try #require(columns.min()) - x) <= 2 * Int(scale))
            #expect(try #require(rows.max()) > y + 14 * Int(scale))
            let tip = with[x, y + Int(scale)]
            #expect(tip != without[x, y + Int(scale)])
        }
    }

    @Test func unusedPointerIsNotShown() throws {
        let stage = try Stage()
        #expect(try stage.capture() == stage.capture(withPointers: false))
    }

    @Test func themeGivesTheShapes() throws {
        let folder = try Self.theme()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let stage = try Stage(
            style: PresentationStyle(showsBadge: false),
            pointer: PointerConfiguration(source: .theme("Theme", searchPath: [folder])))
        try stage.begin()
        try stage.move(to: Stage.beside)
        // The theme's cursors are single-coloured squares with the hotspot in the middle.
        let notAllowed = try stage.capture()
        #expect(stage.pixel(Stage.beside - Point(x: 3, y: 3), of: notAllowed) == 0xff00_ff00)
        stage.fixture.drags.cancel(.escape)
        try stage.fixture.settle()
        let arrow = try stage.capture()
        #expect(stage.pixel(Stage.beside - Point(x: 3, y: 3), of: arrow) == 0xff00_00ff)
    }

    @Test func installedThemeIsUsedWhereItIs() throws {
        let stage = try Stage(pointer: PointerConfiguration())
        stage.fixture.seat.pointer.move(to: Stage.beside)
        #expect(try stage.capture() != stage.capture(withPointers: false))
    }

    /// A folder with a theme of two cursors.
    private static func theme() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dray-theme-\(UUID().uuidString)")
        let cursors = folder.appendingPathComponent("Theme/cursors")
        try FileManager.default.createDirectory(at: cursors, withIntermediateDirectories: true)
        try square(0xff00_ff00).write(to: cursors.appendingPathComponent("no-drop"))
        try square(0xff00_00ff).write(to: cursors.appendingPathComponent("default"))
        return folder.path
    }

    private static func square(_ pixel: UInt32) -> Data {
        let side: UInt32 = 8
        var numbers: [UInt32] = [
            0x7275_6358, 16, 0x1_0000, 1, 0xfffd_0002, 24, 28, 36, 0xfffd_0002, 24, 1, side, side, 4, 4, 0,
        ]
        numbers += [UInt32](repeating: pixel, count: Int(side * side))
        return numbers.withUnsafeBytes { Data($0) }
    }
}
