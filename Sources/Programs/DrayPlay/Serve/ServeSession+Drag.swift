// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop

// A drag from one place to another, paced like a user's: the button is pressed until the source starts the drag, and
// released once the target's answer is stable.

extension ServeSession {
    /// The timeout for a source to start a drag, and for a target to answer.
    private static let answerTime = Duration.seconds(1)
    /// The time after which an acceptance counts as stable, in microseconds.
    private static let steadyTime: UInt64 = 80_000
    /// The delay if there is no target under the drag, in microseconds, because there will be no answer.
    private static let emptyTime: UInt64 = 150_000
    /// The interval at which the position is repeated to a rejecting target, in microseconds. A browser forwards its
    /// page's answer to one motion only with the next.
    private static let repeatTime: UInt64 = 200_000
    /// The timeout for a target to finish.
    private static let finishTime = Duration.seconds(5)

    /// Performs a drag by a sequence of commands.
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
                let source = lastPress.map { words(at: $0.place) } ?? "what is at the first place"
                return .failed("no drag began: \(source) did not start one when the pointer moved")
            }
            return .done(dragWords, .drag(dragRecord))
        }
    }

    /// A description of what is at a point.
    private func words(at point: Point) -> String {
        let window = compositor.windows.last { window in
            let area = window.geometry
            return window.isMapped && area.x <= point.x && point.x < area.maxX && area.y <= point.y
                && point.y < area.maxY
        }
        let place = "at \(Int(point.x)), \(Int(point.y))"
        guard let window else { return "no window is \(place), so it" }
        return "the window \(window.quoted) \(place)"
    }

    /// Waits until a drag has begun, if a held device may start one, and until the target under it has answered.
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

    /// Waits until the drag is complete, with the timeout for a target to finish.
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
