// SPDX-License-Identifier: MIT

// What Foundation would have for strings, which a compositor does not load.

extension String {
    /// Whether it has this in it, which is not empty. Without the library of regular expressions, which a compositor would have to
    /// load.
    func hasPart(_ part: String) -> Bool { indices.contains { self[$0...].hasPrefix(part) } }
}
