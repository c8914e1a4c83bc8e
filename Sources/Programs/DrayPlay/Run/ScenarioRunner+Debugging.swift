// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import DrayScenario
import FoundationEssentials
import HeadlessDesktop
import WaylandServer

/// The step debugger of `dray run --debug`: stops before steps, and asks the user.
extension ScenarioRunner {
    /// The user's choice for a step.
    enum DebugChoice: Equatable {
        case play, skip, again
    }

    /// Asks before a step, if the debugger is active.
    func choice(before index: Int) throws -> DebugChoice {
        guard let debugger else { return .play }
        let step = scenario.steps[index]
        guard debugger.stops(atLine: step.location.file == nil ? step.location.line : nil) else { return .play }
        debugger.stop(.everywhere)
        debugger.say(
            "→ \(index + 1) of \(scenario.steps.count)  \(VisibleText.singleLine(step.words))  (\(step.location.words))"
        )
        return try ask(at: index, hasFailed: false)
    }

    /// Asks after a failed step.
    /// - Parameter problem: The reason why the run would be aborted; nil if an expectation failed.
    func choice(after index: Int, failedBecause problem: String?) throws -> DebugChoice {
        guard let debugger else { return .play }
        debugger.stop(.everywhere)
        debugger.say("✗ \(problem ?? lastFailure ?? "the step failed")")
        debugger.say("  `again` repeats the step, `next` continues after it")
        return try ask(at: index, hasFailed: true)
    }

    /// The number of failed expectations so far.
    var failureCount: Int {
        recorder.records.count { record in
            if case .expectation(let expectation) = record.event, case .failed = expectation.outcome {
                true
            } else {
                false
            }
        }
    }

    private var lastFailure: String? {
        for record in recorder.records.reversed() {
            guard case .expectation(let expectation) = record.event, case .failed(let seen) = expectation.outcome else {
                continue
            }
            return "expected: \(expectation.text); instead: \(seen)"
        }
        return nil
    }

    private func ask(at index: Int, hasFailed: Bool) throws -> DebugChoice {
        guard let debugger else { return .play }
        while true {
            debugger.prompt()
            switch try nextCommand(of: debugger) {
            case .next: return hasFailed ? .skip : .play
            case .skip: return .skip
            case .again where hasFailed: return .again
            case .again: debugger.say("no step has failed")
            case .go:
                debugger.stop(.atFailures)
                return hasFailed ? .skip : .play
            case .to(let line):
                debugger.stop(.atLine(line))
                return hasFailed ? .skip : .play
            case .list: list(from: index, debugger)
            case .windows: tellWindows(debugger)
            case .names(let window): tellNames(of: window, debugger)
            case .picture(let name): takePicture(name, debugger)
            case .help: debugger.say(DebugCommand.commands)
            case .quit: throw Problem(text: "ended by the user in the debugger")
            case .step(let text): try play(typed: text, debugger)
            case .unknown(let text): debugger.say("`\(text)` is not a command; `help` lists them")
            }
        }
    }

    /// Keeps serving the applications until the user has typed a command.
    private func nextCommand(of debugger: StepDebugger) throws -> DebugCommand {
        while true {
            if let stop { throw stop }
            if let command = debugger.command() { return command }
            serveMeanwhile(timeout: 20)
            do { try checkClients() } catch let problem as Problem where stop == nil {
                guard problem.text != debugger.told else { continue }
                debugger.told = problem.text
                debugger.say("\n\(problem.text)")
            }
        }
    }

    private func list(from index: Int, _ debugger: StepDebugger) {
        for (number, step) in scenario.steps.enumerated() {
            let words = VisibleText.shortened(VisibleText.singleLine(step.words), to: 90)
            debugger.say("\(number == index ? "→" : " ") \(step.location.words): \(words)")
        }
    }

    private func tellWindows(_ debugger: StepDebugger) {
        let shown = compositor.windows.filter(\.isMapped)
        if shown.isEmpty { debugger.say("there is no window") }
        for window in shown {
            let name = windows.first { $0.value === window }?.key ?? "(no name)"
            let area = window.geometry
            debugger.say(
                "\(name): “\(VisibleText.singleLine(window.title))” of "
                    + "\(self.name(of: window.ownerID, window.processID)), "
                    + "app id \(window.appID.isEmpty ? "none" : VisibleText.singleLine(window.appID)), "
                    + "\(Int(area.width))x\(Int(area.height)) at \(Int(area.x)), \(Int(area.y))")
        }
    }

    private func tellNames(of window: String?, _ debugger: StepDebugger) {
        guard scenario.session.isAccessible, scenario.session.bus == .one else {
            return debugger.say("there is no AT-SPI; `session: {accessibility: true}` in the file enables it")
        }
        namesAskedCount = 0
        guard let names = namesShown(asFileFor: debugger.nextPictureName()) else {
            return debugger.say("there is no window")
        }
        for shown in names.windows where window == nil || shown.title == window {
            debugger.say(
                ([shown.title] + (shown.remark.map { ["  (\($0))"] } ?? []) + shown.lines.map { "  \($0)" })
                    .joined(separator: "\n"))
        }
    }

    private func takePicture(_ name: String?, _ debugger: StepDebugger) {
        let name = name ?? debugger.nextPictureName()
        do {
            try takePicture(named: name, caption: "taken in the debugger")
            debugger.say(folder.folder.appendingPathComponent("\(name).png").path)
        } catch {
            debugger.say("no picture could be taken: \(error)")
        }
    }

    /// Plays a typed step. Its mistakes are reported without ending the run.
    private func play(typed text: String, _ debugger: StepDebugger) throws {
        do {
            let step = try scenario.step(typed: text, runDirectory: folder.folder.path)
            record(.note(.init(text: "in the debugger: \(step.words)")))
            let before = failureCount
            followClients()
            try play(step)
            debugger.say(failureCount > before ? "✗ \(lastFailure ?? "")" : "✓ \(VisibleText.singleLine(step.words))")
        } catch let mistake as TypedStepMistake {
            debugger.say(mistake.text)
        } catch let problem as Problem where stop == nil {
            debugger.say("✗ \(problem.text)")
        }
    }
}
