// SPDX-License-Identifier: MIT

/// The result of a run: the verdict, and every step with its expectations.
package struct RunResult: Equatable, Sendable {
    /// The scenario's name.
    package var scenario: String
    /// The path of the scenario's file, as given by the user.
    package var file: String?
    /// The duration on the virtual clock, in microseconds.
    package var virtualDuration: UInt64
    /// The duration in real time, in microseconds.
    package var realDuration: UInt64
    /// The versions of the software involved, by name: Dray, libwayland, a client.
    package var versions: [String: String]
    /// All steps in order, including those that were not reached.
    package var steps: [Step]
    /// The reason why the run was aborted; nil if it was completed.
    package var problem: String?
    /// The reason why the run was skipped on this machine; nil if it was not.
    package var skipReason: String?
    /// The entries for result tables; empty if the scenario has none.
    package var shows: [Showing] = []
    /// The animated image of the whole run, relative to the report; nil if there is none.
    package var video: String?
    /// The number of attempts, until it passed or was not repeated.
    package var attempts = 1
    /// The parameter values given on the command line.
    package var settings: [String: String] = [:]

    package init(
        scenario: String, file: String? = nil, virtualDuration: UInt64, realDuration: UInt64,
        versions: [String: String], steps: [Step], problem: String? = nil, shows: [Showing] = []
    ) {
        self.scenario = scenario
        self.file = file
        self.virtualDuration = virtualDuration
        self.realDuration = realDuration
        self.versions = versions
        self.steps = steps
        self.problem = problem
        self.shows = shows
    }

    /// An entry for result tables: the row and the columns that a passing scenario fills.
    package struct Showing: Codable, Equatable, Sendable {
        /// The row: a short description of the action, such as `text with the pointer`.
        package var what: String
        /// The toolkit of the drag source.
        package var source: String?
        /// The toolkit of the drop target.
        package var target: String?

        package init(what: String, source: String? = nil, target: String? = nil) {
            self.what = what
            self.source = source
            self.target = target
        }
    }

    /// A step and its outcome.
    package struct Step: Equatable, Sendable {
        /// The step's number, from 1; 0 for expectations before the first step.
        package var index: Int
        /// The description of the step.
        package var text: String
        /// The line in the scenario file, from 1.
        package var line: Int?
        /// The included file that contains the line; nil for the scenario file itself.
        package var file: String?
        /// The start time on the virtual clock, in microseconds.
        package var start: UInt64
        /// The duration on the virtual clock, in microseconds.
        package var duration: UInt64
        /// The duration in real time, in microseconds. The first step includes the start of the programs, the last step
        /// that ran includes their exit.
        package var realDuration: UInt64 = 0
        /// The number of met expectations.
        package var held: Int
        /// The outcome of the step.
        package var outcome: Outcome

        package init(
            index: Int, text: String, line: Int? = nil, file: String? = nil, start: UInt64, duration: UInt64, held: Int,
            outcome: Outcome
        ) {
            self.index = index
            self.text = text
            self.line = line
            self.file = file
            self.start = start
            self.duration = duration
            self.held = held
            self.outcome = outcome
        }
    }

    /// The outcome of a step.
    package enum Outcome: Equatable, Sendable {
        /// All expectations were met.
        case passed
        /// The failed expectations. Never empty.
        case failed([Failure])
        /// The run was aborted in this step, for a reason; earlier failures are kept.
        case broken(reason: String, failures: [Failure])
        /// The run ended before this step.
        case notReached
    }

    /// A failed expectation.
    package struct Failure: Codable, Equatable, Sendable {
        /// A description of what was expected.
        package var expected: String
        /// A description of what was found instead.
        package var seen: String
        /// The line in the scenario file, from 1.
        package var line: Int?
        /// The included file that contains the line; nil for the scenario file itself.
        package var file: String?

        package init(expected: String, seen: String, line: Int? = nil, file: String? = nil) {
            self.expected = expected
            self.seen = seen
            self.line = line
            self.file = file
        }
    }

    /// The overall outcome of the run.
    package enum Verdict: String, Codable, Sendable {
        /// The run was completed and all expectations were met.
        case passed
        /// An expectation failed, or a wait timed out.
        case failed
        /// The run was aborted for a reason other than a wait that timed out.
        case broken
        /// The run was skipped, because the machine does not meet the scenario's requirements.
        case skipped

        /// Whether the verdict is not a failure.
        package var isGood: Bool {
            switch self {
            case .passed, .skipped: true
            case .failed, .broken: false
            }
        }
    }

    /// Whether the run passed, but not at the first attempt.
    package var isFlaky: Bool { attempts > 1 && verdict == .passed }

    package var verdict: Verdict {
        if skipReason != nil { return .skipped }
        if problem != nil { return .broken }
        return failures.isEmpty ? .passed : .failed
    }

    /// All failed expectations, in order.
    package var failures: [Failure] { steps.flatMap(\.failures) }

    /// The number of met expectations.
    package var heldCount: Int { steps.reduce(0) { $0 + $1.held } }
}

extension RunResult.Step {
    /// The failed expectations of this step.
    package var failures: [RunResult.Failure] {
        switch outcome {
        case .passed, .notReached: []
        case .failed(let failures), .broken(_, let failures): failures
        }
    }
}

extension RunResult.Outcome {
    /// Whether the run was aborted in this step.
    package var isBroken: Bool {
        switch self {
        case .broken: true
        case .passed, .failed, .notReached: false
        }
    }
}
