// SPDX-License-Identifier: MIT

// What strings can do by a library that no compositor is to load.

extension String {
    /// Whether it has this in it, which is not empty. Without the library of regular expressions, which a compositor would have to
    /// load.
    func hasPart(_ part: String) -> Bool { indices.contains { self[$0...].hasPrefix(part) } }
}
