// SPDX-License-Identifier: MIT

import DrayCore
import FoundationEssentials
import Glibc

/// Shows the progress of several runs: a line for each completed run, with its own output if it did not pass. On a
/// terminal, a status line shows the current runs.
package struct PoolProgress {
    private let isLive: Bool
    private let colours: Bool
    private let total: Int
    private let write: (String) -> Void
    private var statusLine = ""

    /// Creates a progress display. `write` receives text to be shown verbatim, including line terminators.
    init(total: Int, isLive: Bool, colours: Bool, write: @escaping (String) -> Void) {
        self.total = total
        self.isLive = isLive
        self.colours = colours
        self.write = write
    }

    /// A progress display on standard output.
    package static func standardOutput(total: Int) -> PoolProgress {
        let isTerminal = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
        let wantsColours = (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        return PoolProgress(total: total, isLive: isTerminal, colours: isTerminal && wantsColours) { text in
            StandardStream.output.write(text)
        }
    }

    /// Shows the current runs; only on a terminal.
    package mutating func show(running: [String], done: Int) {
        guard isLive, !running.isEmpty else { return }
        let names = running.map { VisibleText.shortened(VisibleText.singleLine($0), to: 40) }
        let line = VisibleText.shortened("\(done) of \(total)  \(names.joined(separator: ", "))", to: 78)
        guard line != statusLine else { return }
        clear()
        write(line)
        statusLine = line
    }

    /// Reports a completed run.
    package mutating func finished(_ result: RunResult, folder: String, output: [UInt8]) {
        clear()
        let name = VisibleText.singleLine(result.scenario)
        let gap = String(repeating: " ", count: max(2, 60 - name.count))
        write("\(word(for: result))  \(name)\(gap)\(TimeText.duration(result.realDuration)) real\n")
        guard !result.verdict.isGood else { return }
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            write("    \(VisibleText.singleLine(String(line)))\n")
        }
        if output.isEmpty, let problem = result.problem { write("    \(VisibleText.singleLine(problem))\n") }
        write("    \(folder)/report.html\n")
    }

    /// Reports that all runs are complete.
    package mutating func finish(_ results: [RunResult]) {
        clear()
        write("\n\(results.outcome)\n")
        for result in results where result.isFlaky {
            write("  flaky  \(VisibleText.singleLine(result.scenario)): passed at attempt \(result.attempts)\n")
        }
        for result in results where !result.verdict.isGood {
            write("  \(result.verdict.rawValue)  \(VisibleText.singleLine(result.scenario))\n")
        }
    }

    private mutating func clear() {
        guard !statusLine.isEmpty else { return }
        write("\r\u{1B}[K")
        statusLine = ""
    }

    /// Reports a run that is not repeated because it has passed before.
    package mutating func kept(_ result: RunResult) {
        clear()
        write("kept    \(VisibleText.singleLine(result.scenario))  passed before\n")
    }

    /// Reports a run that is skipped on this machine.
    package mutating func skipped(_ result: RunResult, because reason: String) {
        clear()
        write("\(word(for: result))  \(VisibleText.singleLine(result.scenario))  \(VisibleText.singleLine(reason))\n")
    }

    /// Reports that a run is repeated because it has not passed.
    package mutating func repeats(_ result: RunResult, attempt: Int) {
        clear()
        let words = result.problem ?? result.failures.first.map { "\($0.expected): seen instead: \($0.seen)" } ?? ""
        let name = VisibleText.singleLine(result.scenario)
        write("again   \(name)  attempt \(attempt): \(VisibleText.shortened(VisibleText.singleLine(words), to: 200))\n")
    }

    private func word(for result: RunResult) -> String {
        let word = result.isFlaky ? "flaky" : result.verdict.rawValue
        guard colours else { return word }
        let colour =
            switch result.verdict {
            case .passed: result.isFlaky ? "33" : "32"
            case .failed, .broken: "31"
            case .skipped: "2"
            }
        return "\u{1B}[\(colour)m\(word)\u{1B}[0m"
    }
}
