// SPDX-License-Identifier: MIT

import DrayCore

// Derives the content of `junit.xml` and `results.json` from a trace: the outcome and the duration of each step.

extension RunResult {
    /// Derives a result from a trace.
    ///
    /// The trace is the only source for what happened. `notReached` are the steps after the last one in the trace,
    /// `problem` is the reason why the run was aborted, and `realDuration` is in microseconds. `realStarts` are the
    /// real start times of the steps, relative to the start of the run, which the trace does not contain.
    package init(
        scenario: String, file: String? = nil, trace: [TraceRecord], notReached: [TraceEvent.Step] = [],
        realStarts: [UInt64] = [], realDuration: UInt64, versions: [String: String] = [:], problem: String? = nil
    ) {
        var steps: [Step] = []
        for record in trace {
            switch record.event {
            case .step(let step):
                steps.close(at: record.time.microseconds)
                steps.append(Step(step, start: record.time.microseconds, outcome: .passed))
            case .expectation(let expectation):
                steps.note(expectation, at: record.time.microseconds)
            case .message, .engine, .transfer, .picture, .frame, .output, .client, .note:
                break  // These explain a result but do not affect it.
            }
        }
        let end = trace.last?.time.microseconds ?? 0
        steps.close(at: end)
        if let problem, let last = steps.indices.last {
            steps[last].outcome = .broken(reason: problem, failures: steps[last].failures)
        }
        steps.setRealDurations(startingAt: realStarts, until: realDuration)
        steps += notReached.map { Step($0, start: end, outcome: .notReached) }

        self.init(
            scenario: scenario, file: file, virtualDuration: end, realDuration: realDuration, versions: versions,
            steps: steps, problem: problem)
    }
}

extension RunResult.Step {
    fileprivate init(_ step: TraceEvent.Step, start: UInt64, outcome: RunResult.Outcome) {
        self.init(
            index: step.index, text: step.text, line: step.line, file: step.file, start: start, duration: 0, held: 0,
            outcome: outcome)
    }
}

extension RunResult.Failure {
    /// A failed expectation, and what was found instead.
    init(_ expectation: TraceEvent.Expectation, seen: String) {
        self.init(expected: expectation.text, seen: seen, line: expectation.line, file: expectation.file)
    }
}

extension [RunResult.Step] {
    /// Distributes the run's entire real time among the steps, so that the sum of their durations equals the run's
    /// duration.
    fileprivate mutating func setRealDurations(startingAt starts: [UInt64], until end: UInt64) {
        let played = indices.filter { self[$0].index > 0 }
        guard starts.count == played.count, !played.isEmpty else { return }
        for (number, index) in played.enumerated() {
            let start = number == 0 ? 0 : starts[number]
            let next = number + 1 < starts.count ? starts[number + 1] : end
            self[index].realDuration = next - Swift.min(start, next)
        }
    }

    /// Completes the last step, if there is one.
    fileprivate mutating func close(at time: UInt64) {
        guard let last = indices.last else { return }
        self[last].duration = time - Swift.min(self[last].start, time)
    }

    /// Adds an expectation to the current step; before the first step, to a placeholder step.
    fileprivate mutating func note(_ expectation: TraceEvent.Expectation, at time: UInt64) {
        if isEmpty {
            let before = TraceEvent.Step(index: 0, text: "Before the first step", line: nil)
            append(RunResult.Step(before, start: time, outcome: .passed))
        }
        let last = index(before: endIndex)
        switch expectation.outcome {
        case .held:
            self[last].held += 1
        case .failed(let seen):
            let failure = RunResult.Failure(expectation, seen: seen)
            self[last].outcome = .failed(self[last].failures + [failure])
        }
    }
}
