// SPDX-License-Identifier: MIT

import Testing

@testable import DrayReport

/// Failures as GitHub annotations.
@Suite struct AnnotationTests {
    private func result(_ outcome: RunResult.Outcome, problem: String? = nil) -> RunResult {
        RunResult(
            scenario: "a: b, 50%", file: "x,y.yaml", virtualDuration: 0, realDuration: 0, versions: [:],
            steps: [.init(index: 1, text: "do", line: 7, start: 0, duration: 0, held: 0, outcome: outcome)],
            problem: problem)
    }

    @Test func aFailureIsOneLineWithItsLocation() {
        let failed = result(.failed([.init(expected: "copy", seen: "none\r\n::error ::x", line: 9)]))
        #expect(
            Annotations([failed]).commands == [
                "::error file=x%2Cy.yaml,line=9,title=a%3A b%2C 50%25::"
                    + "expected: copy%0Aseen instead: none%0D%0A::error ::x"
            ])
    }

    /// The working directory may be anywhere in the repository, or outside of it.
    @Test(arguments: [
        ("m/a.yaml", "tests/m/a.yaml"), ("../m/./a.yaml", "m/a.yaml"), ("/src/a.yaml", "a.yaml"),
        ("/elsewhere/a.yaml", "/elsewhere/a.yaml"), ("../../src2/a.yaml", "../../src2/a.yaml"),
    ])
    func filesAreNamedFromTheRepository(path: String, named: String) {
        #expect(RepositoryPaths(root: "/src/", folder: "/src/tests").path(path) == named)
        #expect(RepositoryPaths(root: nil, folder: "/src/tests").path(path) == path)
        var failed = result(.broken(reason: "gone", failures: []), problem: "gone")
        failed.file = path
        let line = Annotations([failed], RepositoryPaths(root: "/src", folder: "/src/tests")).commands[0]
        #expect(line.hasPrefix("::error file=\(named),"))
    }

    @Test func aProblemHasTheLineOfItsStep() {
        let broken = result(.broken(reason: "gone", failures: []), problem: "gone\u{1B}[31m")
        #expect(
            Annotations([broken]).commands == [
                "::error file=x%2Cy.yaml,line=7,title=a%3A b%2C 50%25::gone[31m"
            ])
    }

    @Test func aPassingRunIsAnnotatedOnlyIfFlaky() {
        var passed = result(.passed)
        #expect(Annotations([passed]).commands.isEmpty)
        passed.attempts = 3
        #expect(
            Annotations([passed]).commands == [
                "::warning file=x%2Cy.yaml,title=a%3A b%2C 50%25::flaky: passed at attempt 3"
            ])
    }
}
