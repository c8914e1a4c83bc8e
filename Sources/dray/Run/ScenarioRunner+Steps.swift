// SPDX-License-Identifier: MIT

import DrayCore
import DrayHeadless
import Foundation
import Glibc
import WaylandServer

extension ScenarioRunner {
    /// Does what a step says.
    func play(_ step: Step) throws {
        switch step.action {
        case .wait(let wait): try play(wait)
        case .pointer(let action): try play(action)
        case .drag(let drag): try play(drag)
        case .touch(let action): try play(action)
        case .pen(let action): try play(action)
        case .key(let action): try play(action)
        case .picture(let picture): try take(picture)
        case .expect(let expectation): try check(expectation)
        case .start(let name): if let client = scenario.client(named: name.value) { try restart(client) }
        case .kill(let kill): try play(kill)
        case .unplug(let device): try unplug(device)
        case .plug(let device): try plug(device)
        case .say: break  // The step's own line says it.
        }
    }

    // MARK: Time

    /// Lets one frame of the clock pass, and waits until every client has taken it in.
    func frame() throws {
        compositor.advance()
        try settle()
        try checkClients()
    }

    /// Waits until every client has answered. One that never does is a problem; one that a step has stopped is not asked.
    func settle() throws {
        findWindows()
        var late = compositor.settle(timeout: Self.patience, counting: { messageCount }, sparing: isStopped)
        while late.isEmpty, isReading {
            compositor.dispatch(timeout: 1)
            guard !witness.isTransferring else { continue }
            late = compositor.settle(timeout: Self.patience, counting: { messageCount }, sparing: isStopped)
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

    /// Whether a process belongs to a client that a step has stopped.
    private func isStopped(_ process: Int32) -> Bool {
        !stopped.isEmpty && stopped.contains { clients[$0]?.processID == getpgid(process) }
    }

    /// How long a client may take to answer, in milliseconds of real time, before it counts as hung.
    private static let patience: Int32 = 10_000
    /// How long it may keep others waiting that wait for something else.
    private static let shortPatience: Int32 = 1000

    /// Lets virtual time pass.
    func pass(_ duration: Duration) throws {
        let end = compositor.clock.now.advanced(byMicroseconds: duration.microseconds)
        while compositor.clock.now < end { try frame() }
    }

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
    private func wait(frames limit: Int, until holds: () throws -> Bool) throws -> Bool {
        let end = compositor.clock.now.advanced(byMicroseconds: HeadlessCompositor.frameMicroseconds * UInt64(limit))
        return try wait(until: holds, or: { compositor.clock.now >= end }, going: { true })
    }

    private func wait(
        until holds: () throws -> Bool, or isOver: () -> Bool, going isTimeWanted: () -> Bool
    ) throws -> Bool {
        var lastFrame = ContinuousTime.now
        var busy: Set<Int32> = []
        while true {
            // One that is busy for long is not waited for here: what is waited for may come all the same.
            let late = compositor.settle(timeout: Self.shortPatience, counting: { messageCount }) {
                isStopped($0) || busy.contains($0)
            }
            busy.formUnion(late.map(\.processID))
            compositor.dispatch()
            recordOutput()
            findWindows()
            if try holds() { return true }
            try checkClients()
            guard !isOver() else { return false }
            // What happens meanwhile ends the waiting early; a frame goes by in a quarter of its time at most.
            compositor.dispatch(timeout: 4)
            let now = ContinuousTime.now
            guard isTimeWanted(), now - lastFrame >= .milliseconds(4) else { continue }
            lastFrame = now
            compositor.advance()
        }
    }

    /// Whether anything goes on with the clock: a client that draws, a drag, or an image that flies back.
    private var isTimeWanted: Bool {
        if compositor.isFrameWanted { return true }
        guard witness.drag != nil else { return false }
        return witness.outcome == nil ? !isReading : !host.stage.parts.isEmpty
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

    private func play(_ wait: Wait) throws {
        switch wait.condition {
        case .windows(let names):
            try appear(names)
        case .output(let client, let match):
            let process = clients[client.value]
            guard try self.wait(within: wait.within, until: { match.holds(for: process?.output.text ?? "") }) else {
                throw Problem(
                    text:
                        "\(client.value) did not write \(match.words) within \(wait.within)\(lastWords(of: client.value))"
                )
            }
        case .event(let event):
            guard try self.wait(within: wait.within, until: { takeEvent(event) }) else {
                throw Problem(
                    text: "\(event.client.value) was not sent \(event.interface).\(event.event) within \(wait.within)")
            }
        case .quiet(let duration):
            try beQuiet(for: duration, within: wait.within)
        case .time(let duration):
            try pass(duration)
        }
    }

    private func takeEvent(_ event: ProtocolEvent) -> Bool {
        let index = sent.firstIndex {
            !$0.isTaken && $0.client == event.client.value && $0.interface == event.interface && $0.name == event.event
        }
        guard let index else { return false }
        sent[index].isTaken = true
        return true
    }

    private func beQuiet(for duration: Duration, within limit: Duration) throws {
        let deadline = ContinuousTime.now + limit
        lastActivity = compositor.clock.now
        while compositor.clock.now < lastActivity.advanced(byMicroseconds: duration.microseconds) {
            guard ContinuousTime.now < deadline else {
                throw Problem(text: "something went on happening for \(limit)")
            }
            try frame()
        }
    }

    // MARK: Windows

    /// Waits for windows, each as long as its client may take to start.
    private func appear(_ names: [Located<String>]) throws {
        for name in names where windows[name.value]?.isMapped != true {
            guard let (client, _) = scenario.window(named: name.value) else { continue }
            let isThere = try wait(within: client.startsWithin) {
                windows[name.value]?.isMapped ?? false || isGone(client.name.value)
            }
            guard isThere, windows[name.value]?.isMapped ?? false else {
                throw Problem(text: missing(name.value, of: client, isThere))
            }
        }
        try settle()
    }

    private func missing(_ window: String, of client: Client, _ hasEnded: Bool) -> String {
        if hasEnded { return "\(client.name.value) ended before it had a window \(window)" }
        let others = compositor.windows.map { "“\($0.title)” (\($0.appID.isEmpty ? "no app id" : $0.appID))" }
        let seen = others.isEmpty ? "there is no window at all" : "there are \(others.joined(separator: ", "))"
        return "the window \(window) did not appear within \(client.startsWithin); \(seen)"
            + lastWords(of: client.name.value)
    }

    /// Recognises windows that have come, and puts them where the scenario wants them.
    func findWindows() {
        for client in scenario.clients {
            for wanted in client.windows where windows[wanted.name.value]?.isMapped != true {
                let window = compositor.windows.first { window in
                    wanted.match.holds(for: window) && isNew(window) && mayBelong(window, to: client)
                }
                guard let window else { continue }
                windows[wanted.name.value] = window
                compositor.place(window, at: Point(wanted.position))
                if let size = wanted.size { window.resize(width: Double(size.width), height: Double(size.height)) }
            }
        }
    }

    /// Whether no other client of the scenario has opened the window. One of an unknown process may be anybody's: some
    /// programs have others open their windows.
    private func mayBelong(_ window: Window, to client: Client) -> Bool {
        let owner = name(of: window.client.id, window.processID)
        return owner == client.name.value || clients[owner] == nil
    }

    private func isNew(_ window: Window) -> Bool { !windows.values.contains(window) }

    /// The point of a place, in the compositor's global space.
    func point(_ place: Place) throws -> Point {
        switch place {
        case .screen(let point): return Point(point)
        case .window(let name, let anchor): return point(anchor, of: try window(name).geometry)
        case .content(let name, let anchor):
            let surface = try window(name).surface
            return point(anchor, of: Self.area(of: surface))
        }
    }

    private func window(_ name: Located<String>) throws -> Window {
        guard let window = windows[name.value], window.isMapped else {
            throw Problem(text: "the window \(name.value) is not there")
        }
        return window
    }

    private static func area(of surface: Surface) -> Rectangle {
        let corner = surface.globalPosition ?? .zero
        let size = surface.state.size
        return Rectangle(x: corner.x, y: corner.y, width: size.width, height: size.height)
    }

    private func point(_ anchor: Place.Anchor, of area: Rectangle) -> Point {
        let offset = anchor.point(in: Size(width: Int(area.width.rounded()), height: Int(area.height.rounded())))
        return Point(x: area.x + offset.x, y: area.y + offset.y)
    }

    // MARK: Devices

    private func play(_ action: PointerAction) throws {
        switch action {
        case .move(let motion):
            try move(motion, from: seat.pointer.position) { seat.pointer.move(to: $0) }
        case .press(let button):
            seat.pointer.button(button.code, .pressed)
            try settle()
        case .release(let button):
            seat.pointer.button(button.code, .released)
            try settle()
        case .click(let click):
            if let place = click.at { seat.pointer.move(to: try point(place)) }
            for _ in 0..<click.count {
                seat.pointer.button(click.button.code, .pressed)
                try frame()
                seat.pointer.button(click.button.code, .released)
                try frame()
            }
        case .scroll(let scroll):
            seat.pointer.scroll(InputEvent.Scroll(scroll))
            try settle()
        }
    }

    /// A whole drag. Applications decide late that a movement is a drag, and targets take their time to answer, as they
    /// do with a person, who waits for it: so this waits, after the first steps and before the release.
    private func play(_ drag: Drag) throws {
        let before = witness.drag
        try play(.move(Motion(path: [drag.from], duration: .zero, easing: .linear, location: drag.location)))
        try play(.press(drag.button))
        let start = seat.pointer.position
        let path = MotionPath(from: start, through: try (drag.via + [drag.to]).map(point))
        for step in 1...Self.firstSteps {
            seat.pointer.move(to: path.point(after: Self.firstWay * Double(step) / Double(Self.firstSteps)))
            try frame()
        }
        _ = try wait(frames: 250) { witness.drag != before || startWasRefused }
        try play(
            .move(
                Motion(
                    path: drag.via + [drag.to], duration: drag.duration, easing: drag.easing, location: drag.location)))
        if witness.drag != before {
            _ = try wait(frames: 125) { witness.feedback?.outcome != .notPossible }
        }
        try play(.release(drag.button))
    }

    /// How far the pointer goes at first, in points: farther than the thresholds of all toolkits, the largest being 10.
    private static let firstWay = 14.0
    private static let firstSteps = 4

    /// Whether the client asked for a drag since the last press, and was told no.
    private var startWasRefused: Bool {
        guard let last = sent.last(where: { $0.interface == "wl_data_source" || $0.interface == "wl_pointer" }) else {
            return false
        }
        return last.interface == "wl_data_source" && last.name == "cancelled"
    }

    private func play(_ action: TouchAction) throws {
        switch action {
        case .down(let finger, let place):
            seat.touch.down(FingerID(Int32(finger)), at: try point(place))
            try settle()
        case .move(let finger, let motion):
            let id = FingerID(Int32(finger))
            try move(motion, from: seat.touch.position(of: id) ?? .zero) { seat.touch.motion(id, to: $0) }
        case .moveTogether(let motions):
            let ways = try motions.map { motion in
                let id = FingerID(Int32(motion.finger))
                return try way(motion.motion, from: seat.touch.position(of: id) ?? .zero) { [seat] in
                    seat.touch.motion(id, to: $0)
                }
            }
            try go(ways)
        case .up(let finger):
            seat.touch.up(FingerID(Int32(finger)))
            try settle()
        case .cancel:
            seat.touch.cancel()
            try settle()
        }
    }

    private func play(_ action: PenAction) throws {
        switch action {
        case .enter(let place):
            pen.enter(at: try point(place))
        case .down(let place, let pressure):
            pen.touch(at: try place.map(point) ?? pen.position, pressure: pressure)
        case .move(let motion, let pressure):
            if let pressure { pen.move(to: pen.position, pressure: pressure) }
            return try move(motion, from: pen.position) { pen.move(to: $0) }
        case .press(let pressure):
            pen.move(to: pen.position, pressure: pressure)
        case .hold(let button):
            pen.press(button, .pressed)
        case .release(let button):
            pen.press(button, .released)
        case .up:
            pen.lift()
        case .leave:
            pen.leave()
        }
        try settle()
    }

    /// Moves something along a path.
    private func move(_ motion: Motion, from start: Point, to move: (Point) -> Void) throws {
        try withoutActuallyEscaping(move) { try go([way(motion, from: start, move: $0)]) }
    }

    /// Something that goes along a path, a step for each frame, and at least one.
    private struct Way {
        let path: MotionPath
        let easing: Motion.Easing
        let frames: Int
        let move: (Point) -> Void
    }

    private func way(_ motion: Motion, from start: Point, move: @escaping (Point) -> Void) throws -> Way {
        Way(
            path: MotionPath(from: start, through: try motion.path.map(point)), easing: motion.easing,
            frames: Int(motion.duration.microseconds / HeadlessCompositor.frameMicroseconds), move: move)
    }

    /// All go at the same time.
    private func go(_ ways: [Way]) throws {
        let last = ways.map(\.frames).max() ?? 0
        for frame in 1...max(1, last) {
            for way in ways where frame <= max(1, way.frames) {
                way.move(way.path.point(at: way.easing.progress(Double(frame) / Double(max(1, way.frames)))))
            }
            if last > 0 { try self.frame() }
        }
        try settle()
    }

    private func play(_ action: KeyAction) throws {
        switch action {
        case .press(let key): try press([key], .pressed)
        case .release(let key): try press([key], .released)
        case .tap(let key, let modifiers):
            let held = modifiers.map(\.keyName).sorted()
            try press(held + [key], .pressed)
            try press([key] + held.reversed(), .released)
        case .hold(let modifiers): try press(modifiers.map(\.keyName).sorted(), .pressed)
        case .letGo(let modifiers): try press(modifiers.map(\.keyName).sorted(), .released)
        }
    }

    private func press(_ keys: [String], _ state: InputEvent.PressState) throws {
        for key in keys {
            guard let code = seat.keyboard.code(ofKeysym: key) else {
                throw Problem(text: "the keyboard has no key \(key)")
            }
            seat.keyboard.key(code, state)
            try settle()
        }
    }

    // MARK: Mishaps

    private func play(_ kill: Kill) throws {
        let name = kill.client.value
        guard let process = clients[name] else { return }
        switch kill.signal {
        case .stop:
            stopped.insert(name)
            process.send(signal: kill.signal.number)
        case .continue:
            process.send(signal: kill.signal.number)
            stopped.remove(name)
        case .terminate, .kill, .interrupt, .hangUp, .quit, .abort, .segmentationFault, .busError, .arithmetic,
            .illegalInstruction, .trap, .brokenPipe:
            endedOnPurpose.insert(name)
            process.send(signal: kill.signal.number)
            stopped.remove(name)
            _ = try wait(within: .seconds(5)) { isGone(name) }
        }
        try settle()
    }

    private func restart(_ client: Client) throws {
        let name = client.name.value
        if clients[name] != nil, !isGone(name) { throw Problem(text: "\(name) is to be started, and still runs") }
        for window in client.windows { windows[window.name.value] = nil }
        try start(client)
    }

    private func unplug(_ device: Device) throws {
        switch device {
        case .input(.pointer): seat.remove(.pointer)
        case .input(.keyboard): seat.remove(.keyboard)
        case .input(.touch): seat.remove(.touch)
        case .input(.pen): pen.unplug()
        case .output(let name):
            if let output = compositor.outputs.first(where: { $0.name == name.value }) { compositor.remove(output) }
        }
        try settle()
    }

    private func plug(_ device: Device) throws {
        switch device {
        case .input(.pointer): seat.add(.pointer)
        case .input(.keyboard): seat.add(.keyboard)
        case .input(.touch): seat.add(.touch)
        case .input(.pen): pen.plugIn()
        case .output(let name):
            if let output = scenario.outputs.first(where: { $0.name == name.value }) {
                try compositor.addOutput(OutputConfiguration(output, of: scenario))
            }
        }
        try settle()
    }
}
