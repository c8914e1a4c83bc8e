// SPDX-License-Identifier: MIT

/// Finds what somebody probably meant.
package enum Suggestion {
    /// What is meant by a word: another word for it, or a slip of the same, or a piece of it.
    package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        if let meant = synonyms[word.lowercased()], candidates.contains(meant) { return meant }
        return closest(to: word, among: candidates) ?? longer(or: word, among: candidates)
    }

    /// Words that other programs use for what has another name here.
    private static let synonyms = [
        "enter": "Return", "control": "ctrl", "option": "alt", "super": "logo", "win": "logo", "cmd": "logo",
        "command": "logo", "meta": "logo", "mouse": "pointer", "stylus": "pen", "finger": "touch", "screen": "output",
        "success": "finished", "canceled": "cancelled", "hand": "pointer", "timeout": "within",
        "click": "pointer", "press": "pointer", "move": "pointer", "scroll": "pointer", "tap": "key", "hold": "key",
        "type": "key",
        "sleep": "wait", "screenshot": "picture", "open": "start", "exists": "is",
    ]

    /// The candidate closest to a word, where one is close enough: a third of its letters may be wrong, at least one.
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

    /// The one candidate that the word is a piece of, or that is a piece of it: `esc` of `Escape`, `TERM` of `SIGTERM`.
    private static func longer(or word: String, among candidates: some Sequence<String>) -> String? {
        let word = word.lowercased()
        let found = candidates.filter { candidate in
            let candidate = candidate.lowercased()
            let (short, long) = word.count < candidate.count ? (word, candidate) : (candidate, word)
            return short.count >= 3 && short.count * 3 >= long.count && long.contains(short)
        }
        return found.count == 1 ? found[0] : nil
    }

    /// ", did you mean `x`?" or nothing, to end a message with.
    package static func phrase(for word: String, among candidates: some Sequence<String>) -> String {
        nearest(to: word, among: candidates).map { ", did you mean `\($0)`?" } ?? ""
    }

    /// Letters to add, take away, change, or swap with their neighbour (optimal string alignment).
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
