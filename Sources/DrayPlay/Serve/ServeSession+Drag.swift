// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop

// A drag from one place to another, as a hand does it: pressed until the source begins, let go of when the target means
// its answer.

extension ServeSession {
    /// So long a source may take to begin a drag, and a target to answer.
    private static let answerTime = Duration.seconds(1)
    /// A target that has said yes for so long, in microseconds, means it.
    private static let steadyTime: UInt64 = 80_000
    /// So long nothing is waited for below a drag, in microseconds: over no target there is no answer.
    private static let emptyTime: UInt64 = 150_000
    /// A target that says no is told again where the pointer is, this often, in microseconds: a browser says to a motion
    /// what its page said to the one before.
    private static let repeatTime: UInt64 = 200_000
    /// So long a target may take to finish.
    private static let finishTime = Duration.seconds(5)

    /// Does what a hand does, one command after another.
    func begin(_ drag: Drag, _ work: Work) throws {
        let items = drag.companions + [drag.from]
        let way = drag.via + [drag.to]
        for place in items + way where !place.isNamed { _ = try point(place) }
        let button = drag.button
        guard !seat.pointer.pressedButtons.contains(button.code) else {
            throw Problem("the \(button.rawValue) button is down already")
        }
        let selecting = items.count > 1 ? parts(of: .items(items)) : []
        let motion = Motion(path: way, duration: drag.duration, easing: drag.easing, location: drag.location)
        let parts: [ControlCommand] =
            [.freshClick(count: 2), self.motion(to: drag.from), .pointer(.press(button)), .pointer(.move(motion))]
            + [.settle, .pointer(.release(button)), .outcome]
        begin(selecting + parts, work) { [weak self] whole in
            guard let self else { return .done([]) }
            guard dragCount > whole.earlierDrags else {
                let source = lastPress.map { words(at: $0.place) } ?? "what lies at the first place"
                return .failed("no drag began: \(source) started none as the pointer was moved away")
            }
            return .done(dragWords, .drag(dragRecord))
        }
    }

    /// What lies somewhere, for people.
    private func words(at point: Point) -> String {
        let window = compositor.windows.last { window in
            let area = window.geometry
            return window.isMapped && area.x <= point.x && point.x < area.maxX && area.y <= point.y
                && point.y < area.maxY
        }
        let place = "at \(Int(point.x)), \(Int(point.y))"
        guard let window else { return "no window lies \(place), and so" }
        return "the window \(window.quoted), which lies \(place),"
    }

    /// Waits until a drag has begun, if something is held that may begin one, and until what is below it has answered.
    func beginSettling(_ work: Work) {
        let start = compositor.clock.now.microseconds
        var (seen, since, said) = (dragRecord, start, start)
        begin(
            Self.answerTime, work,
            isOver: { [weak self] now in
                guard let self else { return true }
                let (now, record) = (now.microseconds, dragRecord)
                if record != seen { (seen, since) = (record, now) }
                guard host.drags(of: seat).isDragging else {
                    return seat.pointer.pressedButtons.isEmpty && !isTouched
                }
                if record.action != DropAction.none.rawValue { return now >= since + Self.steadyTime }
                if witness.target == nil { return now >= max(start, since) + Self.emptyTime }
                if now >= said + Self.repeatTime, !isTouched {
                    said = now
                    seat.pointer.move(to: seat.pointer.position)
                }
                return false
            }, step: { _ in })
    }

    private var isTouched: Bool { (0...31).contains { seat.touch.position(of: FingerID($0)) != nil } }

    /// Waits until the drag is over, at most as long as a target may take.
    func beginAwaitingOutcome(_ work: Work) {
        let told = Work(command: work.command, whole: work.whole) { [weak self] answer in
            guard let self, case .done = answer else { return work.answer(answer) }
            work.answer(.done(dragWords, .drag(dragRecord)))
        }
        begin(
            Self.finishTime, told,
            isOver: { [weak self] _ in
                guard let witness = self?.witness else { return true }
                return witness.drag == nil || witness.outcome != nil || witness.isAbandoned
            },
            step: { _ in })
    }
}
