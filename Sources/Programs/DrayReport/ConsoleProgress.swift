// SPDX-License-Identifier: MIT

import DrayCore
import FoundationEssentials
import Glibc

/// Shows the progress of a run: a line for each completed step, followed by its failed expectations. On a terminal, a
/// status line shows the current step.
package struct ConsoleProgress {
    private let style: Style
    private let writeLine: (String) -> Void
    /// Writes text without a line terminator; nil if written text cannot be replaced.
    private let writeStatus: ((String) -> Void)?
    private var hasStatus = false
    private var open: OpenStep?

    /// The appearance of lines.
    enum Style: Sendable {
        /// Plain text, for files and CI logs.
        case plain
        /// Colors by terminal escape sequences.
        case coloured
    }

    /// A step in progress.
    private struct OpenStep {
        var step: TraceEvent.Step
        var start: UInt64
        var failures: [RunResult.Failure] = []
    }

    /// Creates a progress display. `write` is called once per line, without its terminator; `status` writes the status
    /// line of a terminal.
    init(style: Style, status: ((String) -> Void)? = nil, write: @escaping (String) -> Void) {
        self.style = style
        writeStatus = status
        writeLine = write
    }

    /// A progress display on standard output: colored on a terminal, unless the environment says otherwise (`NO_COLOR`,
    /// `TERM=dumb`).
    /// - Parameter hasStatus: Whether a terminal shows a status line with the current step.
    package static func standardOutput(hasStatus: Bool = true) -> ConsoleProgress {
        let environment = ProcessInfo.processInfo.environment
        let isTerminal = isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
        let wantsColours = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
        let write = { (text: String) in StandardStream.output.write(text) }
        return ConsoleProgress(style: wantsColours ? .coloured : .plain, status: isTerminal && hasStatus ? write : nil)
        {
            write($0 + "\n")
        }
    }

    /// Processes a record as it happens.
    package mutating func receive(_ record: TraceRecord) {
        switch record.event {
        case .step(let step):
            closeStep(at: record.time.microseconds)
            open = OpenStep(step: step, start: record.time.microseconds)
            showStatus(step)
        case .expectation(let expectation):
            receive(expectation)
        case .message, .engine, .transfer, .picture, .frame, .output, .client, .note:
            break  // Shown in the report only.
        }
    }

    /// Completes the last step and prints the outcome of the run.
    package mutating func finish(_ result: RunResult) {
        closeStep(at: result.virtualDuration, isBroken: result.problem != nil)
        if let problem = result.problem {
            let place = result.steps.last { $0.outcome != .notReached }?.placeWords
            writeDetail("problem", problem + (place.map { "  (\($0))" } ?? ""), colour: .red)
        }
        for step in result.steps where step.outcome == .notReached {
            write(paint("-  \(number(step.index))  \(VisibleText.singleLine(step.text))", .dim))
        }
        write("")
        write(summary(result))
    }

    private mutating func receive(_ expectation: TraceEvent.Expectation) {
        guard case .failed(let seen) = expectation.outcome else { return }
        let failure = RunResult.Failure(expectation, seen: seen)
        if open == nil {
            writeFailure(failure)
        } else {
            open?.failures.append(failure)
        }
    }

    private mutating func closeStep(at time: UInt64, isBroken: Bool = false) {
        guard let step = open else { return }
        open = nil
        let hasPassed = step.failures.isEmpty && !isBroken
        let mark = hasPassed ? paint("✓", .green) : paint("✗", .red)
        let text = VisibleText.singleLine(step.step.text)
        let gap = String(repeating: " ", count: max(2, 60 - text.count))
        let duration = TimeText.duration(time - min(step.start, time))
        write("\(mark)  \(paint(number(step.step.index), .dim))  \(text)\(gap)\(paint(duration, .dim))")
        for failure in step.failures {
            writeFailure(failure)
        }
    }

    /// Shows the status line until the next line replaces it.
    private mutating func showStatus(_ step: TraceEvent.Step) {
        guard let writeStatus else { return }
        clearStatus()
        let text = VisibleText.shortened(VisibleText.singleLine(step.text), to: 70)
        writeStatus(paint("…  \(number(step.index))  \(text)", .dim))
        hasStatus = true
    }

    private mutating func clearStatus() {
        if hasStatus { writeStatus?("\r\u{1B}[K") }
        hasStatus = false
    }

    private mutating func write(_ line: String) {
        clearStatus()
        writeLine(line)
    }

    private mutating func writeFailure(_ failure: RunResult.Failure) {
        writeDetail("expected", failure.expected + (failure.placeWords.map { "  (\($0))" } ?? ""), colour: .red)
        writeDetail("instead ", failure.seen, colour: .red)
    }

    private mutating func writeDetail(_ label: String, _ text: String, colour: Colour) {
        write("       \(paint(label, colour))  \(VisibleText.singleLine(text))")
    }

    private func summary(_ result: RunResult) -> String {
        let times =
            "\(TimeText.duration(result.virtualDuration)) of scenario time, "
            + "\(TimeText.duration(result.realDuration)) of real time"
        let name = VisibleText.singleLine(result.scenario)
        let total = result.heldCount + result.failures.count
        switch result.verdict {
        case .passed:
            return "\(paint("passed", .green))  \(name): \(total) of \(total) expectations held, \(times)"
        case .failed:
            return "\(paint("failed", .red))  \(name): \(result.heldCount) of \(total) expectations held, \(times)"
        case .broken:
            return "\(paint("broken", .red))  \(name): the run was aborted, \(times)"
        case .skipped:
            return
                "\(paint("skipped", .dim))  \(name)\(result.skipReason.map { ": \(VisibleText.singleLine($0))" } ?? "")"
        }
    }

    private func number(_ index: Int) -> String {
        let digits = String(index)
        return String(repeating: " ", count: max(0, 2 - digits.count)) + digits
    }

    private enum Colour: String {
        case green = "32"
        case red = "31"
        case dim = "2"
    }

    private func paint(_ text: String, _ colour: Colour) -> String {
        switch style {
        case .plain: text
        case .coloured: "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
        }
    }
}
