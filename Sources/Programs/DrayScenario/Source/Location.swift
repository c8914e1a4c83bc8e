// SPDX-License-Identifier: MIT

/// A location in a scenario file. Lines and columns count from 1, columns in Unicode scalars.
package struct Location: Hashable, Comparable, Sendable {
    package var line: Int
    package var column: Int
    /// The name in diagnostics of the included file that contains the location; nil for the scenario file itself.
    package var file: String?

    package init(_ line: Int, _ column: Int, in file: String? = nil) {
        self.line = line
        self.column = column
        self.file = file
    }

    /// Orders locations in the scenario file first, followed by those in included files, by file name.
    package static func < (left: Location, right: Location) -> Bool {
        (left.file ?? "", left.line, left.column) < (right.file ?? "", right.line, right.column)
    }

    /// The text `line 3`, or `line 3 of steps.yaml` in an included file.
    package var words: String { "line \(line)\(file.map { " of \($0)" } ?? "")" }
}

/// A value and its location in the file.
package struct Located<Value> {
    package var value: Value
    package var location: Location

    package init(_ value: Value, at location: Location) {
        self.value = value
        self.location = location
    }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
extension Located: Sendable where Value: Sendable {}
