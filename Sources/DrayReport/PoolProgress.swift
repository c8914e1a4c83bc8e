// SPDX-License-Identifier: MIT

import DrayCore
import FoundationEssentials
import Glibc

/// Tells a person how several runs go: a line for each that is over, all of its own lines where it did not pass, and on
/// a terminal a last line that says what plays now.
package struct PoolProgress {
    private let isLive: Bool
    private let colours: Bool
    private let total: Int
    private let write: (String) -> Void
    private var statusLine = ""

    /// Text goes to `write` as it is to be shown, with its line ends.
    init(total: Int, isLive: Bool, colours: Bool, write: @escaping (String) -> Void) {
        self.total = total
        self.isLive = isLive
        self.colours = colours
        self.write = write
    }

    /// Writes to standard output.
    package static func standardOutput(total: Int) -> PoolProgress {
        let isTerminal = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
        let wantsColours = (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        return PoolProgress(total: total, isLive: isTerminal, colours: isTerminal && wantsColours) { text in
            StandardStream.output.write(text)
        }
    }

    /// Says what plays now. Only a terminal shows it.
    package mutating func show(running: [String], done: Int) {
        guard isLive, !running.isEmpty else { return }
        let names = running.map { VisibleText.shortened(VisibleText.singleLine($0), to: 40) }
        let line = VisibleText.shortened("\(done) of \(total)  \(names.joined(separator: ", "))", to: 78)
        guard line != statusLine else { return }
        clear()
        write(line)
        statusLine = line
    }

    /// A run is over.
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

    /// All runs are over.
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

    /// A run is not played, since it has passed before.
    package mutating func kept(_ result: RunResult) {
        clear()
        write("kept    \(VisibleText.singleLine(result.scenario))  passed before\n")
    }

    /// A run is not played on this machine.
    package mutating func skipped(_ result: RunResult, because reason: String) {
        clear()
        write("\(word(for: result))  \(VisibleText.singleLine(result.scenario))  \(VisibleText.singleLine(reason))\n")
    }

    /// A run will be played again, since it has not passed.
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
