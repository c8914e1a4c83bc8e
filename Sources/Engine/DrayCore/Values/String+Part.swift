// SPDX-License-Identifier: MIT

// Replacements for functions of libraries that compositors must not load.

extension String {
    /// Whether the string contains a non-empty part. Does without `_StringProcessing`, the library of regular
    /// expressions, which a compositor would have to load for `contains(_:)`.
    func hasPart(_ part: String) -> Bool { indices.contains { self[$0...].hasPrefix(part) } }
}
