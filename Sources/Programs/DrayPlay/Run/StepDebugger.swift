// SPDX-License-Identifier: MIT

import DrayCore
import DrayReport
import Glibc

/// A user at a terminal who plays a scenario step by step: the typed commands, and the next stop.
final class StepDebugger {
    private var input: LineInput
    private let write: (String) -> Void
    private(set) var stops = Stops.everywhere
    private var pictureCount = 0
    /// The last reported failure of clients, which would otherwise be repeated.
    var told: String?

    /// The points at which a run stops.
    enum Stops: Equatable {
        case everywhere
        case atLine(Int)
        /// Only at failures.
        case atFailures
    }

    init(input: Int32 = STDIN_FILENO, write: @escaping (String) -> Void = { StandardStream.output.write($0) }) {
        self.input = LineInput(input)
        self.write = write
    }

    /// Whether to stop before a step on a line of the scenario's own file.
    func stops(atLine line: Int?) -> Bool {
        switch stops {
        case .everywhere: true
        case .atLine(let wanted): line.map { $0 >= wanted } ?? false
        case .atFailures: false
        }
    }

    func stop(_ stops: Stops) { self.stops = stops }

    /// The next typed command; nil if there is none yet. The end of the input ends the run.
    func command() -> DebugCommand? {
        if let line = input.next() { return DebugCommand(line) }
        return input.isAtEnd ? .quit : nil
    }

    func say(_ text: String) { write(VisibleText.cleaned(text) + "\n") }
    func prompt() { write("(dray) ") }

    /// A name for a picture without one.
    func nextPictureName() -> String {
        pictureCount += 1
        return "debug-\(pictureCount)"
    }
}
