// SPDX-License-Identifier: MIT

import DrayCore
import Testing

/// HIG-33: a drag by name proceeds without a pointing device, and reports its result once.
@Suite struct ScriptedDragTests {
    private typealias Effect = KeyboardDrag.Effect
    private let errand = KeyboardDrag.ScriptedDrag(
        from: DropCandidate(
            surface: SurfaceID(1), point: Point(x: 100, y: 100), name: "Photo",
            window: Rectangle(x: 50, y: 50, width: 200, height: 200)),
        called: "Photo",
        to: DropCandidate(surface: SurfaceID(2), point: Point(x: 500, y: 100), name: "Mail"), called: "Mail"
    )
    private let source = Point(x: 100, y: 100), target = Point(x: 500, y: 100), beside = Point(x: 501, y: 100)

    private func at(_ milliseconds: UInt64) -> Instant { Instant(microseconds: milliseconds * 1000) }

    private func run(_ drag: inout KeyboardDrag, _ times: ClosedRange<UInt64>) -> [KeyboardDrag.Effect] {
        times.flatMap { drag.look(at: at($0)) }
    }

    /// A drag that began at 100 ms and is on its way to the target.
    private func carrying() -> KeyboardDrag {
        var drag = KeyboardDrag()
        _ = drag.begin(errand, at: at(0))
        _ = run(&drag, 0...99)
        #expect(drag.dragBegan(at: at(100)) == [])
        return drag
    }

    @Test func aCompleteDragNeedsNoInput() {
        var drag = KeyboardDrag()
        #expect(drag.begin(errand, at: at(0)) == [.start, .move(source), .tell(.draggingByName("Photo", to: "Mail"))])
        #expect(drag.isOn)
        #expect(run(&drag, 0...85).prefix(2) == [.press, .move(Point(x: 112, y: 100))])
        #expect(drag.dragBegan(at: at(100)) == [])
        #expect(run(&drag, 100...120) == [.move(source), .move(target), .move(beside)])
        drag.answered(.copy, at: at(121))
        let told = run(&drag, 121...200)
        #expect(told == [.tell(.overZone("Mail", .copy)), .errandDone(.dropped), .release])
        #expect(drag.dragEnded() == [.end])
        #expect(!drag.isOn)
    }

    @Test func aRefusedDragIsCancelled() {
        var drag = carrying()
        let effects = run(&drag, 100...500)
        #expect(effects.suffix(4) == [.move(source), .tell(.nothingTakes), .errandDone(.refused), .cancel])
        #expect(effects.filter { $0 == .release } == [])
        #expect(drag.dragEnded() == [.release, .end])
    }

    @Test func aFailedLiftDoesNotClick() {
        var drag = KeyboardDrag()
        _ = drag.begin(errand, at: at(0))
        let effects = run(&drag, 0...1000)
        #expect(effects.contains(.leaveWindow(at: source)))
        #expect(effects.suffix(4) == [.tell(.notDraggable), .errandDone(.notDraggable), .release, .end])
        #expect(!drag.isOn)
    }

    @Test func thePointerTakesOver() {
        var drag = carrying()
        _ = run(&drag, 100...120)
        #expect(drag.handMoved(to: Point(x: 300, y: 300)) == [.tell(.pointerTookOver), .errandDone(.takenOver)])
        drag.answered(.copy, at: at(121))
        #expect(run(&drag, 121...600) == [])
        #expect(drag.dragEnded() == [.release, .end])
    }

    @Test func aKeyTakesOver() {
        var drag = carrying()
        _ = run(&drag, 100...120)
        let effects = drag.pressed(.left, code: 1, shift: false, KeyboardDrag.Surroundings(), at: at(130))
        #expect(effects.first == .errandDone(.takenOver))
        #expect(drag.isOn)
    }

    /// Escape, the destruction of the source, or a locked session, before and after the beginning of the drag.
    @Test func cancelledDragsAreReported() {
        var drag = carrying()
        #expect(drag.dragEnded() == [.release, .errandDone(.interrupted), .end])
        var lifting = KeyboardDrag()
        _ = lifting.begin(errand, at: at(0))
        #expect(
            lifting.pressed(.cancel, code: 1, shift: false, KeyboardDrag.Surroundings(), at: at(10)).suffix(2) == [
                .errandDone(.interrupted), .end,
            ])
        var pressed = KeyboardDrag()
        _ = pressed.begin(errand, at: at(0))
        _ = run(&pressed, 0...60)
        #expect(pressed.keyboardGone(at: at(60)) == [.leaveWindow(at: source)])
        #expect(run(&pressed, 60...100).suffix(3) == [.release, .errandDone(.interrupted), .end])
    }

    @Test func noDragBeginsWhileTheUserPicks() {
        var drag = KeyboardDrag()
        _ = drag.begin(at: source, in: SurfaceID(1))
        #expect(drag.begin(errand, at: at(0)) == [])
        #expect(drag.isOn)
    }
}
