// SPDX-License-Identifier: MIT

import DrayCore

// The syntax of a drag by name.

extension CommandTokens {
    /// Whether the next word is an option.
    var hasOption: Bool { first?.hasPrefix("--") ?? false }

    /// Parses all remaining words.
    mutating func namedDrag() throws(ControlMistake) -> NamedDragRequest {
        var options: [(name: String, value: String)] = []
        while let word = next() {
            guard word.hasPrefix("--") else { throw ControlMistake(description: "unexpected word `\(word)`") }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1]) : try next("a value for `\(word)`")
            options.append((String(parts[0]), value))
        }
        do throws(NamedDragRequest.Mistake) { return try NamedDragRequest(options: options) } catch {
            throw ControlMistake(description: error.words)
        }
    }
}
