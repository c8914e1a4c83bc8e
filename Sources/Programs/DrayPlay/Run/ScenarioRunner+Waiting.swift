// SPDX-License-Identifier: MIT

import DrayCore
import DrayHeadless
import DrayScenario
import Glibc
import HeadlessDesktop
import WaylandServer

/// The clock, and waiting.
extension ScenarioRunner {
    /// Lets one frame of the clock pass, in at least its real duration, and waits until every client has processed it.
    func frame() throws {
        try rest()
        switch scenario.clock {
        case .virtual:
            // Clients' subsequent activity belongs to the frame that has passed.
            try settle()
            showFrame()
            try settle()
        case .real:
            showFrame()
            takeIn()
        }
        try checkClients()
    }

    /// Serves clients in real time until the next frame is due.
    private func rest() throws {
        while let rest = playClock.rest {
            if let stop { throw stop }
            compositor.dispatch(timeout: rest)
        }
    }

    /// Processes what has arrived, without waiting.
    func takeIn() {
        compositor.dispatch()
        // In real time, clients are not queried.
        if scenario.clock == .real { transferLog.allClientsAnswered() }
        recordOutput()
        findWindows()
    }

    /// Advances the clients' clock to real time, unless a drag is visible, whose animation uses it.
    func followClients() {
        if scenario.clock == .virtual, !isDragSeen { playClock.follow() }
    }

    /// Waits until every client has answered. A client that never answers is an error; one stopped by a step is not
    /// queried. In real time there is no waiting: a frame passes, the minimum between two user actions.
    func settle() throws {
        guard scenario.clock == .virtual else { return try frame() }
        findWindows()
        var late = ask(timeout: Self.answerTimeout, sparing: isStopped)
        while late.isEmpty, isReading {
            compositor.dispatch(timeout: 1)
            guard !witness.isTransferring else { continue }
            late = ask(timeout: Self.answerTimeout, sparing: isStopped)
        }
        recordOutput()
        if let stop { throw stop }
        if let late = late.first {
            let name = name(of: late.client, late.processID)
            let what =
                switch late.trouble {
                case .silent: "does not answer"
                case .talkative: "does not stop sending requests"
                }
            throw Problem(text: "\(name) \(what) for \(Self.answerTimeout / 1000) s\(lastWords(of: name))")
        }
    }

    /// Asks every client whether it is idle, and asks again if messages or completed reads have occurred in the
    /// meantime.
    /// - Returns: The clients that have not answered.
    private func ask(timeout: Int32, sparing isSpared: (Int32) -> Bool) -> [UnsettledClient] {
        let late = compositor.settle(
            timeout: timeout,
            counting: { conversation.messageCount + witness.endedTransfers + transferLog.endedCount },
            sparing: isSpared)
        // Data forwarded by the engine is forwarded to the target by the run.
        if !isReading { transferLog.allClientsAnswered() }
        return late
    }

    /// Whether a process belongs to a client stopped by a step.
    func isStopped(_ process: Int32) -> Bool {
        !stopped.isEmpty && stopped.contains { clients[$0]?.processID == getpgid(process) }
    }

    /// The time after which a client without an answer counts as hung, in milliseconds of real time.
    private static let answerTimeout: Int32 = 10_000
    /// The time for which a busy client may delay a wait for something else, in milliseconds of real time.
    private static let shortAnswerTimeout: Int32 = 1000

    /// Lets time pass.
    /// - Parameter seen: The minimum that passes in real time for clients; the rest passes as fast as they answer.
    func pass(_ duration: Duration, seen: Duration) throws {
        let start = compositor.clock.now
        let end = start.advanced(byMicroseconds: duration.microseconds)
        let hurry = start.advanced(byMicroseconds: min(duration, seen).microseconds)
        while compositor.clock.now < end {
            if compositor.clock.now >= hurry, scenario.clock == .virtual { playClock.forgetFrame() }
            try frame()
        }
    }

    /// The part of a wait that passes in real time for clients: more than any timeout by which toolkits or file
    /// managers distinguish clicks, presses and hovering (the longest known is 1.5 s, for opening a folder under a
    /// drag).
    static let longestDecision = Duration.seconds(2)

    /// Waits in real time until a condition holds, as programs need to start and to answer.
    ///
    /// The clock advances only if something needs it, and only after all clients are idle. Deterministic clients
    /// therefore see the same times in every run.
    /// - Returns: Whether the condition held before the timeout.
    func wait(within limit: Duration, until holds: () throws -> Bool) throws -> Bool {
        let deadline = ContinuousTime.now + limit
        return try wait(until: holds, or: { ContinuousTime.now >= deadline }, going: { isTimeWanted })
    }

    /// Waits for a condition for a number of frames, which is the same in every run even if the condition never holds.
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
                // A client that is busy for long is not waited for here, because the condition may hold anyway.
                let late = ask(timeout: Self.shortAnswerTimeout) { isStopped($0) || busy.contains($0) }
                busy.formUnion(late.map(\.processID))
            }
            takeIn()
            if try holds() { return true }
            try checkClients()
            guard !isOver() else { return false }
            // Activity ends the wait early.
            compositor.dispatch(timeout: min(4, playClock.rest ?? 4))
            // Activity of programs after their last read belongs to the frame that has passed.
            guard scenario.clock == .real || isTimeWanted() && !transferLog.isAwaitingAnswers, playClock.rest == nil
            else {
                continue
            }
            showFrame()
        }
    }

    /// Whether something depends on the clock: a client that draws, a drag, or an animated drag image.
    private var isTimeWanted: Bool {
        if compositor.isFrameWanted { return true }
        return witness.drag != nil && witness.outcome == nil ? !isReading : isDragSeen
    }

    /// Whether there is a drag, or its image is still animated.
    private var isDragSeen: Bool {
        witness.drag != nil && (witness.outcome == nil || !host.stage.parts.isEmpty)
    }

    /// Whether a target is reading from a source. Reads take no time on the clock, unless they take long in real time.
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
                    until: { match.holds(for: process?.output.text ?? "") })
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

    /// The current title; nil if the window does not exist.
    func titleNow(of name: String) -> String? {
        windows[name].flatMap { $0.isMapped ? $0.title : nil }
    }

    /// Waits for a window that has appeared since the last user action, and assigns its name.
    private func appear(_ new: NewWindow, within limit: Duration) throws {
        let client = new.client.value
        var end = WholeEnd(of: client)
        let isThere = try wait(within: limit) {
            let window = compositor.windows.first { window in
                window.isMapped && !windowsBefore.contains(window.surface.id)
                    && !windows.contains { $0.key != new.name.value && $0.value === window }
                    && name(of: window.ownerID, window.processID) == client
                    && new.title?.holds(for: window.title) != false
            }
            guard let window else { return isGone(client) && end.look() }
            windows[new.name.value] = window
            return true
        }
        if isThere, windows[new.name.value]?.isMapped == true { return try settle() }
        if isThere { throw Problem.unmet("\(client) ended before it had a new window\(lastWords(of: client))") }
        let titles = compositor.windows.filter { name(of: $0.ownerID, $0.processID) == client }.map { window in
            // An older window may have been assigned to another name of the scenario.
            let known = windows.first { $0.value === window }?.key
            return window.quoted + (known.map { ", which is \($0)" } ?? "")
        }
        throw Problem.unmet(
            "\(client) had no new window\(new.title.map { " with the title \($0.words)" } ?? "") within \(limit); "
                + (titles.isEmpty ? "it has none" : "it has \(titles.joined(separator: ", "))")
                + lastWords(of: client))
    }

    /// Waits until the image has not changed for a while. If it stops changing just before the timeout, the wait is
    /// extended, because frames take long on a slow machine.
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
                    "\(still.subject.words) kept changing for \(limit); \(now.changes(from: last))")
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
                throw Problem.unmet("there was still activity after \(limit), last: \(watch.words)")
            }
            seen = watch.lastActivity
            try frame()
            quiet?.look()
            watch = quiet ?? watch
        }
    }
}
