// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop

extension ServeSession {
    /// After so long no toolkit takes a press for one more click of the press before.
    private static let clickGap: UInt64 = 600_000
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
    func beginDrag(from: Place, to: Place, over duration: Duration, _ work: Work) throws {
        for place in [from, to] { _ = try point(place) }
        let left = PointerAction.Button.left
        guard !seat.pointer.pressedButtons.contains(left.code) else { throw Problem("the left button is down already") }
        let whole = DragCommand(earlier: dragCount)
        func motion(to place: Place, _ duration: Duration) -> ControlCommand {
            .pointer(.move(Motion(path: [place], duration: duration, easing: .easeInOut, location: Location(1, 1))))
        }
        var parts = [motion(to: from, .zero), .pointer(.press(left)), motion(to: to, duration), .settle]
        parts += [.pointer(.release(left)), .outcome]
        let now = compositor.clock.now
        if let lastPress, now.microseconds < lastPress.microseconds + Self.clickGap {
            let rest = lastPress.microseconds + Self.clickGap - now.microseconds
            parts.insert(.wait(.microseconds(Int64(rest))), at: 0)
        }
        let last = parts.count - 1
        let works = parts.enumerated().map { index, command in
            Work(command: command, whole: whole) { [weak self] answer in
                guard let self else { return }
                switch answer {
                case .failed: breakOff(whole, work, answer)
                case .done: if index == last { finish(whole, work) }
                }
            }
        }
        queue.insert(contentsOf: works, at: 0)
    }

    /// A part failed: the rest is left out, and the hand lets go.
    private func breakOff(_ whole: DragCommand, _ work: Work, _ answer: ControlAnswer) {
        queue.removeAll { $0.whole === whole }
        let left = PointerAction.Button.left.code
        if seat.pointer.pressedButtons.contains(left) { seat.pointer.button(left, .released) }
        work.answer(answer)
    }

    private func finish(_ whole: DragCommand, _ work: Work) {
        guard dragCount > whole.earlier else {
            return work.answer(
                .failed("no drag began: what lies at the first place started none as the pointer was moved away"))
        }
        work.answer(.done(dragWords, .drag(dragRecord)))
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
            isOver: { [weak self] _ in self.map { $0.witness.drag == nil || $0.witness.outcome != nil } ?? true },
            step: { _ in })
    }
}
