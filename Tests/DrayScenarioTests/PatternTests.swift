// SPDX-License-Identifier: MIT

import Testing

@testable import DrayScenario

/// Regular expressions of scenarios: they find what Swift's own find, and never take long.
@Suite struct PatternTests {
    private static let patterns = [
        "a", "", "abc|b", "a.c", "(?s)a.c", "^b", "(?m)^b", "c$", "(?m)a$", "a*b+c?", "(ab)+", "(?:ab){2}", "a{2,3}",
        "a{2,}b",
        "[a-c]+x", "[^a]", "[]a]", "[a\\]-]", "\\d+", "\\w+\\s\\w+", "\\bcat\\b", "\\Bat", "(?i)CAT", "(?i:C)at",
        "c(?i)AT|B",
        "x*?y", "a(?=b)", "a(?!b)", "(?<=a)b", "(?<!a)b", "(?=a.*c)a", "(?<name>a)b", "\\r\\n", "\\x41\\u0042", "\\.",
        "\\Qa.b\\E", "(?x) a b # both\n c", "[[:alpha:]]+1", "\\p{Lu}\\p{Ll}", "[\\d\\s]x", "é", "안녕", "a|", "(a|b)*c",
        "(?s).*z",
        "a{0}b", "(a?){3}a{3}", "\\Aa", "c\\z", "[a-", "{", "a{", "a{,2}b", "(?!)", "(?<=^a)b", "\\$", "\\h", "[^\\w]",
    ]
    private static let texts = [
        "", "a", "abc", "b\nc", "a\nc", "aab", "aaab", "abab", "x y", "cat", "concat", "CAT", "at B", "xxxy", "ab",
        "ac", "bb",
        "a\r\nb", "AB", "a.b", "axb", "q1", "Hello", "1x", "été", "안녕하세요", "z", "]", "-", "a]-", "aaa", "abc\n", "c\n",
        "{", "a{",
        "$1", "a\nb\nc", "the cat sat", "a\tb",
    ]

    @Test(arguments: patterns) func patternsFindWhatSwiftsDo(source: String) throws {
        guard let theirs = try? Regex(source).matchingSemantics(.unicodeScalar) else {
            // What is wrong for them may be right here, but never the other way round.
            return
        }
        let ours = try Pattern(source)
        for text in Self.texts {
            #expect(ours.isFound(in: text) == text.contains(theirs), "\(source) in \(text.debugDescription)")
        }
    }

    @Test(arguments: ["(a+)+$c", "(a|aa)+$b", "(a*)*b", "(.*)*x", "(?:a?){500}a{500}b", "((a+)+)+b", "(?=(a+)+c)a"])
    func noPatternTakesLong(source: String) throws {
        // Once in a million steps it is asked whether to go on: each of the letters costs as many as the pattern is long at most.
        var questions = 0
        let isFound = try Pattern(source).isFound(in: String(repeating: "a", count: 2000)) {
            questions += 1
            return questions > 8
        }
        #expect(!isFound)
        #expect(questions <= 8)
    }

    @Test func aLongSearchEndsWhenItIsTold() throws {
        let pattern = try Pattern("(?:a?){900}b")
        var questions = 0
        let isFound = pattern.isFound(in: String(repeating: "a", count: 1 << 20)) {
            questions += 1
            return questions == 3
        }
        #expect(!isFound)
        #expect(questions == 3)
    }

    @Test(arguments: [
        ("(a)\\1", "what a group has matched cannot be referred to here"),
        ("(?>a)", "a group that gives nothing back is not known here"),
        ("a++", "`+` after a repetition, which gives nothing back, is not known here"),
        ("(a", "a `(` without a `)`"), ("a)", "a `)` without a `(`"), ("[a", "a `[` without a `]`"),
        ("*a", "a repetition of nothing"), ("a{5,2}", "{5,2} ends before it begins"), ("\\", "a backslash at its end"),
        ("a{1001}", "it repeats something more than 1000 times"), ("(a{1000}){1000}", "it repeats too much"),
        ("(?q)", "`(?q` is not known here"), ("\\y", "`\\y` is not known here"),
        (String(repeating: "(", count: 100_000), "its groups are nested too deeply"),
    ])
    func mistakesAreNamed(source: String, words: String) {
        #expect(throws: Pattern.Mistake(text: words)) { try Pattern(source) }
    }

    @Test func nothingRepeatedIsNothing() throws {
        #expect(try Pattern("((((){1000}){1000}){1000}){1000}b").isFound(in: "ab"))
        #expect(try Pattern("((a*)*)*b").isFound(in: "ab"))
    }
}
