// SPDX-License-Identifier: MIT

/// A place in a scenario file; line and column count from 1, columns in Unicode scalars.
package struct Location: Hashable, Comparable, Sendable {
    package var line: Int
    package var column: Int

    package init(_ line: Int, _ column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (left: Location, right: Location) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
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
