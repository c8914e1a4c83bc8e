// SPDX-License-Identifier: MIT

/// A place in a scenario file; line and column count from 1, columns in Unicode scalars.
package struct Location: Hashable, Comparable, Sendable {
    package var line: Int
    package var column: Int
    /// The included file that it is in, as diagnostics call it; nil for the scenario's own.
    package var file: String?

    package init(_ line: Int, _ column: Int, in file: String? = nil) {
        self.line = line
        self.column = column
        self.file = file
    }

    /// The scenario's own file comes first, and then those that are included, by their names.
    package static func < (left: Location, right: Location) -> Bool {
        (left.file ?? "", left.line, left.column) < (right.file ?? "", right.line, right.column)
    }

    /// `line 3`, or `line 3 of steps.yaml` in an included file.
    package var words: String { "line \(line)\(file.map { " of \($0)" } ?? "")" }
}

/// A value and the place in the file that it was written at.
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
