// SPDX-License-Identifier: MIT

import DrayCore

/// `junit.xml`: the form in which most CI systems read results. A scenario is a suite, a step is a case.
///
/// All times are the scenario's, so that a suite's is the sum of its cases' and the same on every machine; what a run took
/// in fact is a property.
/// There is nothing in it that Jenkins's strict schema does not know: so the file is an attribute of the suite, and the
/// line is told in words.
struct JUnitReport {
    /// The runs to tell of, in order.
    var results: [RunResult]

    /// The file's content.
    var xml: String {
        let tests = results.reduce(0) { $0 + $1.caseCount }
        let failures = results.reduce(0) { $0 + $1.count { $0.isFailed } }
        let errors = results.reduce(0) { $0 + $1.errorCount }
        let time = results.reduce(0) { $0 + $1.stepsDuration }
        let document: Markup = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="dray" tests="\(tests)" failures="\(failures)" errors="\(errors)" \
            time="\(TimeText.seconds(time))">
            \(Markup(joining: results.map(suite)))</testsuites>

            """
        return document.source
    }

    private func suite(_ result: RunResult) -> Markup {
        var markup: Markup = """
            <testsuite name="\(result.scenario)" tests="\(result.caseCount)" \
            failures="\(result.count { $0.isFailed })" errors="\(result.errorCount)" \
            skipped="\(result.skippedCount)" time="\(TimeText.seconds(result.stepsDuration))"\(file(of: result))>

            """
        markup += """
            <properties>
            <property name="virtual-seconds" value="\(TimeText.seconds(result.virtualDuration))"/>
            <property name="real-seconds" value="\(TimeText.seconds(result.realDuration))"/>

            """
        if result.attempts > 1 { markup += "<property name=\"attempts\" value=\"\(result.attempts)\"/>\n" }
        for (name, version) in result.versions.sorted(by: { $0.key < $1.key }) {
            markup += "<property name=\"version: \(name)\" value=\"\(version)\"/>\n"
        }
        markup += "</properties>\n"
        if result.brokeOutsideOfSteps, let problem = result.problem {
            markup += """
                <testcase classname="\(result.scenario)" name="The run itself" time="0.000000">
                <error message="\(problem)" type="problem"/>
                </testcase>

                """
        }
        if let reason = result.skipReason {
            markup += """
                <testcase classname="\(result.scenario)" name="The run itself" time="0.000000">
                <skipped message="\(reason)"/>
                </testcase>

                """
        }
        for step in result.steps {
            markup += testCase(step, of: result)
        }
        markup += "</testsuite>\n"
        return markup
    }

    private func testCase(_ step: RunResult.Step, of result: RunResult) -> Markup {
        var markup: Markup = """
            <testcase classname="\(result.scenario)" name="\(step.index). \(VisibleText.singleLine(step.text))" \
            time="\(TimeText.seconds(step.duration))">
            """
        switch step.outcome {
        case .passed:
            break
        case .failed(let failures):
            markup += failureElement(failures)
        case .broken(let reason, let failures):
            // One outcome a case: an error says more than the failures before it, which are kept in its text.
            let line = step.placeWords.map { "\($0)\n" } ?? ""
            markup += "<error message=\"\(reason)\" type=\"problem\">\(line)\(failures.inWords)</error>"
        case .notReached:
            markup += "<skipped message=\"The run ended before this step.\"/>"
        }
        markup += "</testcase>\n"
        return markup
    }

    private func file(of result: RunResult) -> Markup {
        guard let file = result.file else { return "" }
        return " file=\"\(file)\""
    }

    private func failureElement(_ failures: [RunResult.Failure]) -> Markup {
        let message = failures.map { "\($0.expected): seen instead: \($0.seen)" }.joined(separator: "; ")
        return "<failure message=\"\(message)\" type=\"expectation\">\(failures.inWords)</failure>"
    }
}

extension RunResult {
    /// What the steps took together: a suite's time is the sum of its cases' everywhere, and theirs is the scenario's.
    fileprivate var stepsDuration: UInt64 { steps.reduce(0) { $0 + $1.duration } }

    fileprivate var brokeOutsideOfSteps: Bool {
        problem != nil && !steps.contains { $0.outcome.isBroken }
    }

    fileprivate var caseCount: Int { steps.count + (brokeOutsideOfSteps || skipReason != nil ? 1 : 0) }

    fileprivate var skippedCount: Int { count { $0 == .notReached } + (skipReason == nil ? 0 : 1) }

    fileprivate var errorCount: Int { problem == nil ? 0 : 1 }

    fileprivate func count(_ isCounted: (Outcome) -> Bool) -> Int {
        steps.count { isCounted($0.outcome) }
    }
}

extension RunResult.Outcome {
    fileprivate var isFailed: Bool {
        switch self {
        case .failed: true
        case .passed, .broken, .notReached: false
        }
    }
}

extension [RunResult.Failure] {
    /// One paragraph a failure, for a log.
    fileprivate var inWords: String {
        map { failure in
            let place = failure.placeWords.map { " (\($0))" } ?? ""
            return "expected: \(failure.expected)\(place)\nseen instead: \(failure.seen)\n"
        }
        .joined(separator: "\n")
    }
}
