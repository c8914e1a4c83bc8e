// SPDX-License-Identifier: MIT

/// Finds the word that the user probably meant.
package enum Suggestion {
    /// The candidate that a word probably stands for: a synonym, a near misspelling, or a longer or shorter form.
    package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        if let meant = synonyms[word.lowercased()], candidates.contains(meant) { return meant }
        return closest(to: word, among: candidates) ?? longer(or: word, among: candidates)
    }

    /// Terms of other programs and their names here.
    private static let synonyms = [
        "enter": "Return", "control": "ctrl", "option": "alt", "super": "logo", "win": "logo", "cmd": "logo",
        "command": "logo", "meta": "logo", "mouse": "pointer", "stylus": "pen", "finger": "touch", "screen": "output",
        "success": "finished", "canceled": "cancelled", "hand": "pointer", "timeout": "within",
        "click": "pointer", "press": "pointer", "move": "pointer", "scroll": "pointer", "tap": "key", "hold": "key",
        "type": "key",
        "sleep": "wait", "screenshot": "picture", "open": "start", "exists": "is",
    ]

    /// The closest candidate by edit distance, at most a third of the word's letters and at least one; nil if none is
    /// close enough.
    private static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
        let limit = max(1, word.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates where abs(candidate.count - word.count) <= limit {
            let distance = distance(Array(word.lowercased()), Array(candidate.lowercased()))
            if distance <= limit, distance < candidate.count, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// The only candidate that contains the word or is contained in it: `Escape` for `esc`, `TERM` for `SIGTERM`.
    private static func longer(or word: String, among candidates: some Sequence<String>) -> String? {
        let word = word.lowercased()
        let found = candidates.filter { candidate in
            let candidate = candidate.lowercased()
            let (short, long) = word.count < candidate.count ? (word, candidate) : (candidate, word)
            return short.count >= 3 && short.count * 3 >= long.count && long.contains(short)
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The text `, did you mean `x`?` for the end of a message, or an empty string.
    package static func phrase(for word: String, among candidates: some Sequence<String>) -> String {
        nearest(to: word, among: candidates).map { ", did you mean `\($0)`?" } ?? ""
    }

    /// The edit distance: insertions, deletions, substitutions and transpositions (optimal string alignment).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for i in 0..<left.count {
            var current = [i + 1]
            for j in 0..<right.count {
                var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, beforePrevious[j - 1] + 1)
                }
                current.append(cost)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}
