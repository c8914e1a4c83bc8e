// SPDX-License-Identifier: MIT

import Testing

@testable import DrayScenario

/// Regular expressions of scenarios: they match scalars, and no search takes long.
@Suite struct RegularExpressionTests {
    @Test(arguments: [
        ("b.d", "abcd", true), ("^b", "ab", false), ("(?m)^b", "a\nb", true), ("a.c", "a\nc", false),
        ("(?s)a.c", "a\nc", true), ("^.$", "안", true), ("(?i)É", "été", true), ("\\bété\\b", "un été", true),
        ("\\d+", "٣", true), ("a(?!b)", "ab", false), ("(?<=a)b", "ab", true), ("\\r\\n", "a\r\nb", true),
        ("", "", true), ("^.$", "e\u{301}", false),
    ])
    func patternMatches(pattern: String, text: String, isFound: Bool) throws {
        #expect(try RegularExpression(pattern).isFound(in: text) == isFound)
    }

    @Test(arguments: [
        ("(a", "missing closing parenthesis, at character 3"), ("[é", "character class, at character 3"),
        ("*a", "quantifier does not follow a repeatable item, at character 1"), ("a\\", "\\ at end of pattern"),
    ])
    func mistakeIsReportedWithItsPosition(pattern: String, words: String) {
        do throws(RegularExpression.Mistake) {
            _ = try RegularExpression(pattern)
            Issue.record("\(pattern) is accepted")
        } catch {
            #expect(error.text.contains(words), "\(error.text)")
        }
    }

    /// A backtracking search without a limit would take 2^2000 steps.
    @Test(.timeLimit(.minutes(1)), arguments: ["(a+)+$c", "(a|aa)+$b", "(?=(a+)+c)a"])
    func searchIsLimited(pattern: String) throws {
        #expect(try !RegularExpression(pattern).isFound(in: String(repeating: "a", count: 2000)))
    }
}
