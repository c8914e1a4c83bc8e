// SPDX-License-Identifier: MIT

/// What is wrong with a protocol file, in the form that compilers use, so that editors can jump to the place.
struct ScannerError: Error, Equatable, CustomStringConvertible {
    var file: String
    /// Counted from 1; 0 where the whole file is meant.
    var line: Int
    var reason: String

    var description: String {
        line > 0 ? "\(file):\(line): error: \(reason)" : "\(file): error: \(reason)"
    }
}
