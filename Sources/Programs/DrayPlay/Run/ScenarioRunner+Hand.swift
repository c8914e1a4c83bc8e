// SPDX-License-Identifier: MIT

import DrayCore
import DrayHeadless
import DrayScenario
import HeadlessDesktop
import WaylandServer

/// Input pacing, so that applications interpret the input correctly: it is never faster than they are.
extension ScenarioRunner {
    /// The time in traces and reports.
    var scenarioTime: Instant { playClock.scenarioTime(at: compositor.clock.now) }

    /// Notes an imminent press.
    /// - Parameter sayAgain: Repeats the current position.
    func handPresses(_ sayAgain: @escaping () -> Void) {
        hand.hasJustPressed = true
        hand.sayAgain = sayAgain
    }

    /// Waits until a press cannot count as a further click of an earlier step: only the `count` of a `click` makes
    /// multiple clicks.
    func awaitFirstClick(
        _ button: PointerAction.Button, of origin: Hand.Press.Origin, count: Int = 1
    ) throws {
        var press = press(button, of: origin)
        press.isFirstOfSeveral = count > 1
        guard let time = hand.earliest(press) else { return }
        while scenarioTime < time { try frame() }
    }

    /// A press at the current position and time of the pointer.
    func press(_ button: PointerAction.Button, of origin: Hand.Press.Origin) -> Hand.Press {
        Hand.Press(button: button, place: seat.pointer.position, time: scenarioTime, origin: origin)
    }

    /// Lets two frames pass after the first motion that follows a press. Toolkits merge all motions before their own
    /// next frame, and GTK 4 starts a drag only on a motion in a later frame than the first.
    func afterFirstMotion() throws {
        guard hand.hasJustPressed else { return }
        hand.hasJustPressed = false
        for _ in 0..<2 { try frame() }
    }

    /// Waits before a release in a drag until the target has answered all events. If the answer is a rejection, the
    /// last motion is repeated: a browser's page is a separate process whose answer to one motion is only forwarded
    /// with the next.
    func awaitAnswer() throws {
        if isDraggedBeyond || isOverBorder { return try awaitAnswerBeyond() }
        guard scenario.clock == .virtual, let client = targetClient else { return }
        _ = try wait(frames: Self.answerFrames) { conversation.answer(of: client) == .current }
        try askAgain { witness.feedback?.outcome != .notPossible }
    }

    /// Whether an X client drags, according to the X11 bridge; the engine only sees such a drag over Wayland windows.
    var isDraggedBeyond: Bool { host.border?.isDragging(on: SeatID(seat)) == true }

    /// Whether the content is over an X11 window.
    private var isOverBorder: Bool {
        guard witness.drag != nil, witness.outcome == nil, let border = host.border else { return false }
        return compositor.surface(at: seat.pointer.position).map { border.owns($0.surface) } ?? false
    }

    /// Waits for an X11 target. X clients negotiate with each other and the X11 bridge, and no Wayland message signals
    /// the end.
    private func awaitAnswerBeyond() throws {
        let takesIt = { [self] in
            witness.outcome == nil && witness.feedback.map { $0.outcome != .notPossible } == true
        }
        for _ in 0...Self.againLimit {
            if try wait(frames: Self.answerFrames, until: takesIt) { break }
            hand.sayAgain()
        }
        guard isDraggedBeyond else { return }
        // The target's answer reaches the source through two further messages.
        _ = try wait(frames: Self.againFrames) { false }
    }

    /// Repeats the last motion of a drag a few times, until a condition holds. A target that does not answer at all
    /// gets no repetition.
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

    /// The timeout for a target's answer before a release, in frames: 200 ms, below the threshold of a perceptible
    /// delay.
    private static let answerFrames = 12
    /// The timeout for a page to answer its browser, in frames.
    private static let againFrames = 4
    private static let againLimit = 4

    /// The client whose window is under the drag and that can answer.
    private var targetClient: String? {
        guard witness.drag != nil, witness.outcome == nil, let target = witness.target else { return nil }
        guard let window = compositor.window(of: target) else { return nil }
        let name = name(of: window.ownerID, window.processID)
        return stopped.contains(name) ? nil : name
    }
}

extension Expectation {
    /// Whether the expectation depends on the answer of a drag's target.
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
