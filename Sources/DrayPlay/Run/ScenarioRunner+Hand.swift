// SPDX-License-Identifier: MIT

import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop
import WaylandServer

/// What a hand does without being told, so that applications understand it: it is not faster than they are.
extension ScenarioRunner {
    /// The time that traces and reports have.
    var scenarioTime: Instant { playClock.scenarioTime(at: compositor.clock.now) }

    /// Something is about to go down.
    /// - Parameter sayAgain: says where it is.
    func handPresses(_ sayAgain: @escaping () -> Void) {
        hand.hasJustPressed = true
        hand.sayAgain = sayAgain
    }

    /// Waits until a press is no further click of a step that is over: the `count` of a `click` says how many there are.
    func awaitFirstClick(
        _ button: PointerAction.Button, of origin: Hand.Press.Origin, count: Int = 1
    ) throws {
        var press = press(button, of: origin)
        press.isFirstOfSeveral = count > 1
        guard let time = hand.earliest(press) else { return }
        while scenarioTime < time { try frame() }
    }

    /// A press where and when the pointer is.
    func press(_ button: PointerAction.Button, of origin: Hand.Press.Origin) -> Hand.Press {
        Hand.Press(button: button, place: seat.pointer.position, time: scenarioTime, origin: origin)
    }

    /// Lets two more frames pass after the first motion that follows a press: toolkits take together what comes before
    /// their own next frame, and GTK 4 begins a drag only with a motion that lies in a later one than the first.
    func afterFirstMotion() throws {
        guard hand.hasJustPressed else { return }
        hand.hasJustPressed = false
        for _ in 0..<2 { try frame() }
    }

    /// Waits, before something is let go in a drag, until the target has answered all that it was told, and asks again
    /// where it says no: the page of a browser is another process, and its browser says with a motion what the page has
    /// said to the one before.
    func awaitAnswer() throws {
        if isDraggedBeyond || isOverBorder { return try awaitAnswerBeyond() }
        guard scenario.clock == .virtual, let client = targetClient else { return }
        _ = try wait(frames: Self.answerFrames) { conversation.answer(of: client) == .current }
        try askAgain { witness.feedback?.outcome != .notPossible }
    }

    /// Whether an X client drags, from when it says so itself: the engine hears of it over what is not X's.
    var isDraggedBeyond: Bool { host.border?.isDragging(on: SeatID(seat)) == true }

    /// Whether the content is over a window of X's.
    private var isOverBorder: Bool {
        guard witness.drag != nil, witness.outcome == nil, let border = host.border else { return false }
        return compositor.surface(at: seat.pointer.position).map { border.owns($0.surface) } ?? false
    }

    /// X clients say to each other, and to the border, what becomes of it. No message of Wayland tells when they have.
    private func awaitAnswerBeyond() throws {
        let takesIt = { [self] in
            witness.outcome == nil && witness.feedback.map { $0.outcome != .notPossible } == true
        }
        for _ in 0...Self.againLimit {
            if try wait(frames: Self.answerFrames, until: takesIt) { break }
            hand.sayAgain()
        }
        guard isDraggedBeyond else { return }
        // What the target says comes to the source by two more.
        _ = try wait(frames: Self.againFrames) { false }
    }

    /// Repeats the last motion of a drag, a few times, until something holds. One that answers nothing at all is not
    /// asked again.
    func askAgain(until holds: () -> Bool) throws {
        guard scenario.clock == .virtual, targetClient != nil else { return }
        if try wait(frames: Self.againFrames, until: holds) { return }
        for _ in 0..<Self.againLimit {
            guard let client = targetClient, let answer = conversation.answer(of: client), answer != .none else {
                return
            }
            hand.sayAgain()
            if try wait(frames: Self.againFrames, until: holds) { return }
        }
    }

    /// So long a target may take to answer before what is held is let go all the same: 200 ms, in which people see no
    /// delay yet.
    private static let answerFrames = 12
    /// So long a page may take to answer its browser.
    private static let againFrames = 4
    private static let againLimit = 4

    /// The client over whose window the drag is, and which can answer.
    private var targetClient: String? {
        guard witness.drag != nil, witness.outcome == nil, let target = witness.target else { return nil }
        guard let window = compositor.window(of: target) else { return nil }
        let name = name(of: window.ownerID, window.processID)
        return stopped.contains(name) ? nil : name
    }
}

extension Expectation {
    /// Whether it depends on what the target of a drag answers.
    var isAboutTarget: Bool {
        conditions.contains { condition in
            switch condition.value {
            case .target, .action, .badge, .cursor, .earlyReads: true
            case .result, .read, .payload, .client, .events, .nothingSent, .transfer, .announced, .files, .sight:
                false
            }
        }
    }
}
