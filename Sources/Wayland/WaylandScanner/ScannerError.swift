// SPDX-License-Identifier: MIT

/// An error in a protocol file, in the format of compilers, so that editors can jump to the position.
struct ScannerError: Error, Equatable, CustomStringConvertible {
    var file: String
    /// Counted from 1; 0 for the whole file.
    var line: Int
    var reason: String

    var description: String {
        line > 0 ? "\(file):\(line): error: \(reason)" : "\(file): error: \(reason)"
    }
}
