// SPDX-License-Identifier: MIT

/// What came of a run: the verdict, and every step with what was expected in it.
struct RunResult: Equatable, Sendable {
    /// The scenario's name.
    var scenario: String
    /// The scenario's file, as it was given.
    var file: String?
    /// How long the run was on the virtual clock, in microseconds.
    var virtualDuration: UInt64
    /// How long it took in fact, in microseconds.
    var realDuration: UInt64
    /// The versions of what took part, by name: Dray, libwayland, a client.
    var versions: [String: String]
    /// The steps in order, those that were not reached too.
    var steps: [Step]
    /// Why the run could not go on to its end; nil where it did.
    var problem: String?
    /// What the scenario shows, for tables; empty where it does not say.
    var shows: [Showing] = []

    /// A step, and what came of it.
    struct Step: Equatable, Sendable {
        /// The step's number, from 1; 0 for what was expected before the first.
        var index: Int
        /// The step in words.
        var text: String
        /// The line of the scenario file, from 1.
        var line: Int?
        /// When it began, on the virtual clock, in microseconds.
        var start: UInt64
        /// How long it was on the virtual clock, in microseconds.
        var duration: UInt64
        /// How many expectations held in it.
        var held: Int
        /// What came of it.
        var outcome: Outcome
    }

    /// What can come of a step.
    enum Outcome: Equatable, Sendable {
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
    struct Failure: Codable, Equatable, Sendable {
        /// What was expected, in words.
        var expected: String
        /// What was there instead, in words.
        var seen: String
        /// The line of the scenario file, from 1.
        var line: Int?
    }

    /// The run in one word.
    enum Verdict: String, Codable, Sendable {
        /// It came to its end, and all that was expected held.
        case passed
        /// It came to its end, and something did not hold.
        case failed
        /// It could not go on to its end.
        case broken
    }

    var verdict: Verdict {
        if problem != nil { return .broken }
        return failures.isEmpty ? .passed : .failed
    }

    /// Every expectation that did not hold, in order.
    var failures: [Failure] { steps.flatMap(\.failures) }

    /// How many expectations held.
    var heldCount: Int { steps.reduce(0) { $0 + $1.held } }
}

extension RunResult.Step {
    /// The expectations of this step that did not hold.
    var failures: [RunResult.Failure] {
        switch outcome {
        case .passed, .notReached: []
        case .failed(let failures), .broken(_, let failures): failures
        }
    }
}

extension RunResult.Outcome {
    /// Whether the run could not go on here.
    var isBroken: Bool {
        switch self {
        case .broken: true
        case .passed, .failed, .notReached: false
        }
    }
}
