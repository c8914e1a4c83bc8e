// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import Glibc

/// Somebody at a terminal who goes through a scenario step by step: what he types, and where he wants to stop next.
final class StepDebugger {
    private var input: LineInput
    private let write: (String) -> Void
    private(set) var stops = Stops.everywhere
    private var pictureCount = 0
    /// What was last told of clients, which do wrong once and for all.
    var told: String?

    /// Where a run stops.
    enum Stops: Equatable {
        case everywhere
        case atLine(Int)
        /// Only where a step does not hold.
        case atFailures
    }

    init(input: Int32 = STDIN_FILENO, write: @escaping (String) -> Void = { StandardStream.output.write($0) }) {
        self.input = LineInput(input)
        self.write = write
    }

    /// Whether to stop before a step of a line of the scenario's own file.
    func stops(atLine line: Int?) -> Bool {
        switch stops {
        case .everywhere: true
        case .atLine(let wanted): line.map { $0 >= wanted } ?? false
        case .atFailures: false
        }
    }

    func stop(_ stops: Stops) { self.stops = stops }

    /// What was typed; nil where nothing is yet. The end of the input is the end of the run.
    func command() -> DebugCommand? {
        if let line = input.next() { return DebugCommand(line) }
        return input.isAtEnd ? .quit : nil
    }

    func say(_ text: String) { write(VisibleText.cleaned(text) + "\n") }
    func prompt() { write("(dray) ") }

    /// A name for a picture that has none.
    func nextPictureName() -> String {
        pictureCount += 1
        return "debug-\(pictureCount)"
    }
}
