// SPDX-License-Identifier: MIT

/// A place in a scenario file; line and column count from 1, columns in Unicode scalars.
struct Location: Hashable, Comparable, Sendable {
    var line: Int
    var column: Int

    init(_ line: Int, _ column: Int) {
        self.line = line
        self.column = column
    }

    static func < (left: Location, right: Location) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A value and the place in the file that it was written at.
struct Located<Value> {
    var value: Value
    var location: Location

    init(_ value: Value, at location: Location) {
        self.value = value
        self.location = location
    }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
extension Located: Sendable where Value: Sendable {}
