// SPDX-License-Identifier: MIT

import DrayCore
import DrayHeadless
import DrayScenario
import Glibc
import HeadlessDesktop
import WaylandServer

/// The clock, and what is waited for.
extension ScenarioRunner {
    /// Lets one frame of the clock pass, as long as clients see it take, and waits until every client has taken it in.
    func frame() throws {
        try rest()
        switch scenario.clock {
        case .virtual:
            // What clients do by themselves after they have answered belongs to the frame that is over.
            try settle()
            showFrame()
            try settle()
        case .real:
            showFrame()
            takeIn()
        }
        try checkClients()
    }

    /// Lets the clients' time go on until the next frame is due, and serves them.
    private func rest() throws {
        while let rest = playClock.rest {
            if let stop { throw stop }
            compositor.dispatch(timeout: rest)
        }
    }

    /// Sees what has come, without waiting for anybody.
    func takeIn() {
        compositor.dispatch()
        // Nobody is asked.
        if scenario.clock == .real { transferLog.everybodyHeard() }
        recordOutput()
        findWindows()
    }

    /// Brings the clock that clients see up to theirs, unless a drag is seen, which goes by it.
    func followClients() {
        if scenario.clock == .virtual, !isDragSeen { playClock.follow() }
    }

    /// Waits until every client has answered. One that never does is a problem; one that a step has stopped is not asked.
    /// In real time nobody is waited for: a frame goes by, as it does at least between two things that a person does.
    func settle() throws {
        guard scenario.clock == .virtual else { return try frame() }
        findWindows()
        var late = ask(patience: Self.patience, sparing: isStopped)
        while late.isEmpty, isReading {
            compositor.dispatch(timeout: 1)
            guard !witness.isTransferring else { continue }
            late = ask(patience: Self.patience, sparing: isStopped)
        }
        recordOutput()
        if let stop { throw stop }
        if let late = late.first {
            let name = name(of: late.client, late.processID)
            let what =
                switch late.trouble {
                case .silent: "does not answer"
                case .talkative: "does not stop talking to the compositor"
                }
            throw Problem(text: "\(name) \(what) for \(Self.patience / 1000) s\(lastWords(of: name))")
        }
    }

    /// Asks every client whether it has done what it does, and asks again if something was said or read to its end meanwhile.
    /// - Returns: who has not answered.
    private func ask(patience: Int32, sparing isSpared: (Int32) -> Bool) -> [UnsettledClient] {
        let late = compositor.settle(
            timeout: patience,
            counting: { conversation.messageCount + witness.endedTransfers + transferLog.endedCount },
            sparing: isSpared)
        // What the engine has passed on, the run passes on to the target.
        if !isReading { transferLog.everybodyHeard() }
        return late
    }

    /// Whether a process belongs to a client that a step has stopped.
    func isStopped(_ process: Int32) -> Bool {
        !stopped.isEmpty && stopped.contains { clients[$0]?.processID == getpgid(process) }
    }

    /// How long a client may take to answer, in milliseconds of real time, before it counts as hung.
    private static let patience: Int32 = 10_000
    /// How long it may keep others waiting that wait for something else.
    private static let shortPatience: Int32 = 1000

    /// Lets time pass.
    /// - Parameter seen: so much of it at least passes for clients; the rest goes by as fast as they answer.
    func pass(_ duration: Duration, seen: Duration) throws {
        let start = compositor.clock.now
        let end = start.advanced(byMicroseconds: duration.microseconds)
        let hurry = start.advanced(byMicroseconds: min(duration, seen).microseconds)
        while compositor.clock.now < end {
            if compositor.clock.now >= hurry, scenario.clock == .virtual { playClock.forgetFrame() }
            try frame()
        }
    }

    /// So much of a wait passes for clients as well: more than any time by which a toolkit or a file manager tells clicks,
    /// presses and hovering apart (a folder that opens under the content, the longest known, takes 1.5 s).
    static let longestDecision = Duration.seconds(2)

    /// Waits in real time until something holds, as programs need it to start and to answer.
    ///
    /// The clock goes on only where somebody wants it to, and only after every client has done all that it does without:
    /// clients that do the same in every run see the same times in every run.
    /// - Returns: whether it came to hold in time.
    func wait(within limit: Duration, until holds: () throws -> Bool) throws -> Bool {
        let deadline = ContinuousTime.now + limit
        return try wait(until: holds, or: { ContinuousTime.now >= deadline }, going: { isTimeWanted })
    }

    /// The same for a number of frames, which are the same in every run even if it never holds.
    func wait(frames limit: Int, until holds: () throws -> Bool) throws -> Bool {
        let end = compositor.clock.now.advanced(byMicroseconds: HeadlessCompositor.frameMicroseconds * UInt64(limit))
        return try wait(until: holds, or: { compositor.clock.now >= end }, going: { true })
    }

    private func wait(
        until holds: () throws -> Bool, or isOver: () -> Bool, going isTimeWanted: () -> Bool
    ) throws -> Bool {
        var busy: Set<Int32> = []
        defer { followClients() }
        while true {
            if scenario.clock == .virtual {
                // One that is busy for long is not waited for here: what is waited for may come all the same.
                let late = ask(patience: Self.shortPatience) { isStopped($0) || busy.contains($0) }
                busy.formUnion(late.map(\.processID))
            }
            takeIn()
            if try holds() { return true }
            try checkClients()
            guard !isOver() else { return false }
            // What happens meanwhile ends the waiting early.
            compositor.dispatch(timeout: min(4, playClock.rest ?? 4))
            // What programs do since they have read everything belongs to the frame that is over.
            guard scenario.clock == .real || isTimeWanted() && !transferLog.isUnheard, playClock.rest == nil else {
                continue
            }
            showFrame()
        }
    }

    /// Whether anything goes on with the clock: a client that draws, a drag, or an image that flies back.
    private var isTimeWanted: Bool {
        if compositor.isFrameWanted { return true }
        return witness.drag != nil && witness.outcome == nil ? !isReading : isDragSeen
    }

    /// Whether there is a drag, or its image still flies or fades.
    private var isDragSeen: Bool {
        witness.drag != nil && (witness.outcome == nil || !host.stage.parts.isEmpty)
    }

    /// Whether a target reads what a source writes: that takes no time on the clock, unless it takes long in real time.
    private var isReading: Bool {
        guard witness.isTransferring else {
            readingDeadline = nil
            return false
        }
        let now = ContinuousTime.now
        let deadline = readingDeadline ?? now + .milliseconds(500)
        readingDeadline = deadline
        return now < deadline
    }

    func play(_ wait: Wait) throws {
        switch wait.condition {
        case .windows(let names):
            try appear(names, within: wait.limit)
        case .output(let client, let match):
            let process = clients[client.value]
            guard
                try self.wait(
                    within: wait.within,
                    until: { match.holds(for: process?.output.text ?? "", isInterrupted: isToStop) })
            else {
                throw Problem.unmet(
                    "\(client.value) did not write \(match.words) within \(wait.within)\(process?.output.words ?? "")"
                        + lastWords(of: client.value))
            }
        case .sight(let sight): try play(sight, wait)
        case .new(let new): try appear(new, within: wait.within)
        case .still(let still): try stayStill(still, within: wait.within)
        case .event(let event):
            guard try self.wait(within: wait.within, until: { conversation.take(event) }) else {
                throw Problem.unmet(
                    "\(event.client.value) was not sent \(event.interface).\(event.event) within \(wait.within)")
            }
        case .quiet(let duration):
            try beQuiet(for: duration, within: wait.within)
        case .time(let duration):
            try pass(duration, seen: Self.longestDecision)
        case .real(let duration):
            try pass(duration, seen: duration)
        }
    }

    private func play(_ sight: Sight, _ wait: Wait) throws {
        switch sight {
        case .title(let window, let match):
            guard try self.wait(within: wait.within, until: { contradiction(to: sight) == nil }) else {
                let seen = contradiction(to: sight) ?? "it is now"
                throw Problem.unmet(
                    "the title of \(window.value) was not \(match.words) within \(wait.within); \(seen)")
            }
        case .gone(let window):
            guard try self.wait(within: wait.within, until: { contradiction(to: sight) == nil }) else {
                let title = titleNow(of: window.value) ?? ""
                throw Problem.unmet("\(window.value) (“\(title)”) was still there after \(wait.within)")
            }
        case .seen(let name, let window):
            try appear([window], within: wait.limit)
            guard let shown = windows[window.value] else { return }
            _ = try find(name, in: shown, called: window.value, within: wait.within)
        case .unseen(let name, let window): try awaitAbsence(of: name, in: window, within: wait.within)
        case .text(let window, let match): try awaitText(match, in: window, within: wait.within)
        }
    }

    /// Nil where the window is not there.
    func titleNow(of name: String) -> String? {
        windows[name].flatMap { $0.isMapped ? $0.title : nil }
    }

    /// Waits for a window that has come since somebody did something last, and gives it its name.
    private func appear(_ new: NewWindow, within limit: Duration) throws {
        let client = new.client.value
        var end = WholeEnd(of: client)
        let isThere = try wait(within: limit) {
            let window = compositor.windows.first { window in
                window.isMapped && !windowsBefore.contains(window.surface.id)
                    && !windows.contains { $0.key != new.name.value && $0.value === window }
                    && name(of: window.ownerID, window.processID) == client
                    && new.title?.holds(for: window.title, isInterrupted: isToStop) != false
            }
            guard let window else { return isGone(client) && end.look() }
            windows[new.name.value] = window
            return true
        }
        if isThere, windows[new.name.value]?.isMapped == true { return try settle() }
        if isThere { throw Problem.unmet("\(client) ended before it had a new window\(lastWords(of: client))") }
        let titles = compositor.windows.filter { name(of: $0.ownerID, $0.processID) == client }.map { window in
            // One that was there before may have been taken for another one of the scenario's.
            let known = windows.first { $0.value === window }?.key
            return window.quoted + (known.map { ", which is \($0)" } ?? "")
        }
        throw Problem.unmet(
            "\(client) had no new window\(new.title.map { " with the title \($0.words)" } ?? "") within \(limit); "
                + (titles.isEmpty ? "it has none" : "it has \(titles.joined(separator: ", "))")
                + lastWords(of: client))
    }

    /// Waits until what is seen has not changed for a while. What has not changed any more when the limit is over is given the
    /// time: on a machine that is slow a frame takes long.
    private func stayStill(_ still: StillPicture, within limit: Duration) throws {
        let deadline = ContinuousTime.now + limit
        var last = try image(of: still.subject)
        var since = compositor.clock.now
        while compositor.clock.now < since.advanced(byMicroseconds: still.duration.microseconds) {
            try frame()
            let now = try image(of: still.subject)
            guard !now.isNearly(last, tolerance: still.tolerance) else { continue }
            guard ContinuousTime.now < deadline else {
                throw Problem.unmet(
                    "\(still.subject.words) went on changing for \(limit); \(now.changes(from: last))")
            }
            (last, since) = (now, compositor.clock.now)
        }
    }

    private func beQuiet(for duration: Duration, within limit: Duration) throws {
        let deadline = ContinuousTime.now + limit
        var watch = QuietWatch(since: compositor.clock.now)
        quiet = watch
        defer { quiet = nil }
        var seen = watch.lastActivity
        while compositor.clock.now < watch.lastActivity.advanced(byMicroseconds: duration.microseconds) {
            guard watch.lastActivity == seen || ContinuousTime.now < deadline else {
                throw Problem.unmet("something went on happening for \(limit): last \(watch.words)")
            }
            seen = watch.lastActivity
            try frame()
            quiet?.look()
            watch = quiet ?? watch
        }
    }
}
