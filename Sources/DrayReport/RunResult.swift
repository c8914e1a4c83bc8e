// SPDX-License-Identifier: MIT

/// What came of a run: the verdict, and every step with what was expected in it.
package struct RunResult: Equatable, Sendable {
    /// The scenario's name.
    package var scenario: String
    /// The scenario's file, as it was given.
    package var file: String?
    /// How long the run was on the virtual clock, in microseconds.
    package var virtualDuration: UInt64
    /// How long it took in fact, in microseconds.
    package var realDuration: UInt64
    /// The versions of what took part, by name: Dray, libwayland, a client.
    package var versions: [String: String]
    /// The steps in order, those that were not reached too.
    package var steps: [Step]
    /// Why the run could not go on to its end; nil where it did.
    package var problem: String?
    /// Why it was not played on this machine; nil where it was.
    package var skipReason: String?
    /// What the scenario shows, for tables; empty where it does not say.
    package var shows: [Showing] = []
    /// The whole run as an animated picture, relative to the report; nil where there is none.
    package var video: String?
    /// How often it was played, until it passed or nobody tried again.
    package var attempts = 1
    /// What its parameters were set to by who started it.
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

    /// What a scenario shows when it passes: a row and some columns of a table.
    package struct Showing: Codable, Equatable, Sendable {
        /// What is done, in a few words: `text with the pointer`.
        package var what: String
        /// The toolkit that the content comes from.
        package var source: String?
        /// The toolkit that it goes to.
        package var target: String?

        package init(what: String, source: String? = nil, target: String? = nil) {
            self.what = what
            self.source = source
            self.target = target
        }
    }

    /// A step, and what came of it.
    package struct Step: Equatable, Sendable {
        /// The step's number, from 1; 0 for what was expected before the first.
        package var index: Int
        /// The step in words.
        package var text: String
        /// The line of the scenario file, from 1.
        package var line: Int?
        /// The included file that the line is of; nil for the scenario's own.
        package var file: String?
        /// When it began, on the virtual clock, in microseconds.
        package var start: UInt64
        /// How long it was on the virtual clock, in microseconds.
        package var duration: UInt64
        /// How long it took in fact, in microseconds: with the start of all for the first, and their end for the last that
        /// was played.
        package var realDuration: UInt64 = 0
        /// How many expectations held in it.
        package var held: Int
        /// What came of it.
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

    /// What can come of a step.
    package enum Outcome: Equatable, Sendable {
        /// All that it expected held.
        case passed
        /// These expectations did not hold. Never empty.
        case failed([Failure])
        /// The run could not go on here, and why. What had failed before that is kept.
        case broken(reason: String, failures: [Failure])
        /// The run ended before it.
        case notReached
    }

    /// An expectation that did not hold.
    package struct Failure: Codable, Equatable, Sendable {
        /// What was expected, in words.
        package var expected: String
        /// What was there instead, in words.
        package var seen: String
        /// The line of the scenario file, from 1.
        package var line: Int?
        /// The included file that the line is of; nil for the scenario's own.
        package var file: String?

        package init(expected: String, seen: String, line: Int? = nil, file: String? = nil) {
            self.expected = expected
            self.seen = seen
            self.line = line
            self.file = file
        }
    }

    /// The run in one word.
    package enum Verdict: String, Codable, Sendable {
        /// It came to its end, and all that was expected held.
        case passed
        /// Something that was expected, or waited for, did not hold.
        case failed
        /// It could not go on to its end, for another reason than that what it waits for did not come.
        case broken
        /// It was not played, since the machine does not have what the scenario wants.
        case skipped

        /// Whether nothing is wrong.
        package var isGood: Bool {
            switch self {
            case .passed, .skipped: true
            case .failed, .broken: false
            }
        }
    }

    /// It has passed, but not the first time.
    package var isFlaky: Bool { attempts > 1 && verdict == .passed }

    package var verdict: Verdict {
        if skipReason != nil { return .skipped }
        if problem != nil { return .broken }
        return failures.isEmpty ? .passed : .failed
    }

    /// Every expectation that did not hold, in order.
    package var failures: [Failure] { steps.flatMap(\.failures) }

    /// How many expectations held.
    package var heldCount: Int { steps.reduce(0) { $0 + $1.held } }
}

extension RunResult.Step {
    /// The expectations of this step that did not hold.
    package var failures: [RunResult.Failure] {
        switch outcome {
        case .passed, .notReached: []
        case .failed(let failures), .broken(_, let failures): failures
        }
    }
}

extension RunResult.Outcome {
    /// Whether the run could not go on here.
    package var isBroken: Bool {
        switch self {
        case .broken: true
        case .passed, .failed, .notReached: false
        }
    }
}
