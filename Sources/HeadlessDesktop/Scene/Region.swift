// SPDX-License-Identifier: MIT

internal import DrayCore

/// A part of a surface, in the surface's own coordinates: rectangles added and taken away one after the other.
struct Region: Equatable {
    private enum Step: Equatable {
        case add(Rectangle)
        case subtract(Rectangle)
    }

    /// More steps than any toolkit makes; a client that goes on is out of memory.
    static let stepLimit = 16384

    private var steps: [Step] = []

    var isFull: Bool { steps.count >= Self.stepLimit }

    mutating func add(_ rectangle: Rectangle) {
        if !rectangle.size.isEmpty { steps.append(.add(rectangle)) }
    }

    mutating func subtract(_ rectangle: Rectangle) {
        if !rectangle.size.isEmpty { steps.append(.subtract(rectangle)) }
    }

    func contains(_ point: Point) -> Bool {
        // The last step that touches the point decides.
        for step in steps.reversed() {
            switch step {
            case .add(let rectangle): if rectangle.contains(point) { return true }
            case .subtract(let rectangle): if rectangle.contains(point) { return false }
            }
        }
        return false
    }
}
