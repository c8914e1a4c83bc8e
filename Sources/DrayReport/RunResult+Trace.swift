// SPDX-License-Identifier: MIT

import DrayCore

// From a trace to what `junit.xml` and `results.json` say: whether each step passed, and how long it took.

extension RunResult {
    /// Reads a result out of a trace.
    ///
    /// The trace is the one witness: whoever runs a scenario says nothing twice. `notReached` are the steps after the
    /// last one of the trace, `problem` is why the run could not go on, and `realDuration` is in microseconds. When the steps
    /// of the trace began in fact, since the run did, is told by `realStarts`, which no trace has.
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
                break  // They explain a result, but do not make it.
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
    /// An expectation that did not hold, and what was seen instead.
    init(_ expectation: TraceEvent.Expectation, seen: String) {
        self.init(expected: expectation.text, seen: seen, line: expectation.line, file: expectation.file)
    }
}

extension [RunResult.Step] {
    /// Shares the run's real time among the steps: nothing of it is left out, so that they take as long as the run.
    fileprivate mutating func setRealDurations(startingAt starts: [UInt64], until end: UInt64) {
        let played = indices.filter { self[$0].index > 0 }
        guard starts.count == played.count, !played.isEmpty else { return }
        for (number, index) in played.enumerated() {
            let start = number == 0 ? 0 : starts[number]
            let next = number + 1 < starts.count ? starts[number + 1] : end
            self[index].realDuration = next - Swift.min(start, next)
        }
    }

    /// Ends the last step, if there is one.
    fileprivate mutating func close(at time: UInt64) {
        guard let last = indices.last else { return }
        self[last].duration = time - Swift.min(self[last].start, time)
    }

    /// Puts an expectation to the step under way; before the first step, to one that is made for it.
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
