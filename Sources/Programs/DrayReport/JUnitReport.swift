// SPDX-License-Identifier: MIT

import DrayCore

/// `junit.xml`: the format that most CI systems read. A scenario is a test suite, a step is a test case.
///
/// All times are real time, as usual in this format. The start of all programs is attributed to the first step and
/// their exit to the last step that ran, so that the time of a suite is the sum of its cases and equals the duration of
/// the run. The scenario time is a property.
///
/// The file conforms to the strict schema of Jenkins. The scenario file is therefore an attribute of the suite, and the
/// line is part of the message.
struct JUnitReport {
    /// The runs in the report, in order.
    var results: [RunResult]

    /// The file's content.
    var xml: String {
        let tests = results.reduce(0) { $0 + $1.caseCount }
        let failures = results.reduce(0) { $0 + $1.count { $0.isFailed } }
        let errors = results.reduce(0) { $0 + $1.errorCount }
        let time = results.reduce(0) { $0 + $1.realDuration }
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
            skipped="\(result.skippedCount)" time="\(TimeText.seconds(result.realDuration))"\(file(of: result))>

            """
        markup += """
            <properties>
            <property name="times" value="real time; the first step includes program startup, the last program exit"/>
            <property name="scenario-seconds" value="\(TimeText.seconds(result.virtualDuration))"/>

            """
        if result.attempts > 1 { markup += "<property name=\"attempts\" value=\"\(result.attempts)\"/>\n" }
        for (name, version) in result.versions.sorted(by: { $0.key < $1.key }) {
            markup += "<property name=\"version: \(name)\" value=\"\(version)\"/>\n"
        }
        markup += "</properties>\n"
        if result.brokeOutsideOfSteps, let problem = result.problem {
            markup += """
                <testcase classname="\(result.scenario)" name="The run itself" \
                time="\(TimeText.seconds(result.timeOutsideOfSteps))">
                <error message="\(problem)" type="problem"/>
                </testcase>

                """
        }
        if let reason = result.skipReason {
            markup += """
                <testcase classname="\(result.scenario)" name="The run itself" \
                time="\(TimeText.seconds(result.timeOutsideOfSteps))">
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
            time="\(TimeText.seconds(step.realDuration))">
            """
        switch step.outcome {
        case .passed:
            break
        case .failed(let failures):
            markup += failureElement(failures)
        case .broken(let reason, let failures):
            // A case has one outcome. An error takes precedence over earlier failures, which are kept in its text.
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
    /// The real time outside of steps.
    fileprivate var timeOutsideOfSteps: UInt64 {
        let inSteps = steps.reduce(0) { $0 + $1.realDuration }
        return realDuration - Swift.min(inSteps, realDuration)
    }

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
    /// One paragraph per failure, for a log.
    fileprivate var inWords: String {
        map { failure in
            let place = failure.placeWords.map { " (\($0))" } ?? ""
            return "expected: \(failure.expected)\(place)\nseen instead: \(failure.seen)\n"
        }
        .joined(separator: "\n")
    }
}
