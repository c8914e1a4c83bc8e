// SPDX-License-Identifier: MIT

import Dray
import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop
import WaylandServer

/// The queue of commands, some of which have a duration.
extension ServeSession {
    /// A command in the queue.
    struct Work {
        let command: ControlCommand
        /// The composite command that it is a part of.
        var whole: WholeCommand?
        let answer: (ControlAnswer) -> Void
    }

    /// A command in progress.
    struct Activity {
        let end: Instant
        /// Called in every frame with the elapsed share of the time.
        let step: (Double) -> Void
        /// Whether it is complete before its time.
        let isOver: (Instant) -> Bool
        let start: Instant
        let answer: (ControlAnswer) -> Void
    }

    /// Begins queued commands, one after another.
    func work() {
        while active == nil, !queue.isEmpty {
            let next = queue.removeFirst()
            do {
                guard let answer = try perform(next) else { continue }
                next.answer(answer)
            } catch {
                next.answer(.failed("\(error)"))
            }
        }
    }

    /// Performs or begins a command; returns nil if it answers later.
    private func perform(_ work: Work) throws -> ControlAnswer? {
        compositor.catchUp()
        compositor.requestFrame()
        recorder?.now = compositor.clock.now
        guard let inputRecorder else { return try begin(work) }
        return try inputRecorder.command { try begin(work) }
    }

    private func begin(_ work: Work) throws -> ControlAnswer? {
        if let named = work.command.namedPlace {
            try beginFinding(named, work)
            return nil
        }
        // Windows that appear after this are new.
        if work.command.isDone, work.whole == nil { windowsBefore = Set(compositor.windows.map(\.surface.id)) }
        switch work.command {
        case .pointer(.move(let motion)):
            plugIn(.pointer)
            recorder?.record(.pointer(.move(try record(motion))))
            try begin(motion, from: seat.pointer.position, work) { [seat] in seat.pointer.move(to: $0) }
            return nil
        case .touch(.move(let finger, let motion)):
            let id = FingerID(Int32(finger))
            guard let start = seat.touch.position(of: id) else { throw Problem("finger \(finger) is not down") }
            recorder?.record(.touch(.move(finger: finger, try record(motion))))
            try begin(motion, from: start, work) { [seat] in seat.touch.motion(id, to: $0) }
            return nil
        case .touch(.moveTogether(let motions)):
            try begin(motions, work)
            return nil
        case .pen(.move(let motion, let pressure)):
            try requirePen(pressure == nil ? .near : .down)
            recorder?.record(.pen(.move(try record(motion), pressure: pressure)))
            if let pressure { pen.move(to: pen.position, pressure: pressure) }
            try begin(motion, from: pen.position, work) { [pen] in pen.move(to: $0) }
            return nil
        case .wait(let duration):
            begin(duration, work) { _ in }
            return nil
        case .drag(let drag):
            try begin(drag, work)
            return nil
        case .doubleClick(let place):
            begin(clicks(on: place, count: 2), work)
            return nil
        case .select(let selection):
            begin(parts(of: selection), work)
            return nil
        case .menu(let menu):
            begin(try parts(of: menu), work)
            return nil
        case .choose(let name, let window):
            try beginChoosing(name, in: window, work)
            return nil
        case .freshClick(let count):
            begin(restBeforeClick(count: count), work) { _ in }
            return nil
        case .names(let window?):
            try beginListing(window, work)
            return nil
        case .names(nil):
            beginListingNames(work)
            return nil
        case .await(let wait, let limit):
            try beginAwaiting(wait, within: limit, work)
            return nil
        case .dragByName(let request):
            beginNamedDrag(request, work)
            return nil
        case .settle:
            beginSettling(work)
            return nil
        case .outcome:
            beginAwaitingOutcome(work)
            return nil
        case .unplug, .plug:
            _ = try performNow(work.command)
            awaitNotice(work)
            return nil
        case .pointer, .touch, .pen, .key, .type, .windows, .state, .shot, .compare, .payload, .place,
            .size, .raise, .close,
            .start, .quit, .help, .listen:
            return try performNow(work.command)
        }
    }

    private func begin(
        _ motion: Motion, from start: Point, _ work: Work, to move: @escaping (Point) -> Void
    ) throws {
        let path = MotionPath(from: start, through: try motion.path.map(point))
        begin(motion.duration, work) { move(path.point(at: motion.easing.progress($0))) }
    }

    /// Moves several fingers simultaneously.
    private func begin(_ motions: [TouchAction.FingerMotion], _ work: Work) throws {
        let ways = try motions.map { motion in
            let id = FingerID(Int32(motion.finger))
            guard let start = seat.touch.position(of: id) else { throw Problem("finger \(motion.finger) is not down") }
            return (id, MotionPath(from: start, through: try motion.motion.path.map(point)), motion.motion.easing)
        }
        plugIn(.touch)
        let recorded = try motions.map { motion in
            TouchAction.FingerMotion(finger: motion.finger, motion: try record(motion.motion))
        }
        recorder?.record(.touch(.moveTogether(recorded)))
        begin(motions.first?.motion.duration ?? .zero, work) { [seat] share in
            for (id, path, easing) in ways { seat.touch.motion(id, to: path.point(at: easing.progress(share))) }
        }
    }

    /// - Parameter isOver: Called in every frame; returns whether the command is complete before its time.
    func begin(
        _ duration: Duration, _ work: Work, isOver: @escaping (Instant) -> Bool = { _ in false },
        step: @escaping (Double) -> Void
    ) {
        guard duration > .zero else {
            step(1)
            return work.answer(.done([]))
        }
        let now = compositor.clock.now
        active = Activity(
            end: now.advanced(byMicroseconds: duration.microseconds), step: step, isOver: isOver, start: now,
            answer: work.answer)
    }

    /// Continues the command in progress.
    func continueActivity(at now: Instant) {
        guard let activity = active else { return }
        let whole = Double(activity.end.microseconds - activity.start.microseconds)
        let share = min(1, Double(now.microseconds - activity.start.microseconds) / max(whole, 1))
        if let inputRecorder { inputRecorder.command { activity.step(share) } } else { activity.step(share) }
        // The condition is checked a last time after the timeout, because frames are rare on a slow machine.
        guard activity.isOver(now) || now >= activity.end else { return }
        active = nil
        activity.answer(.done([]))
        work()
    }
}
