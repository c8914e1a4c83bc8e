// SPDX-License-Identifier: MIT

internal import DrayCore

/// A region of a surface in surface coordinates: a sequence of added and subtracted rectangles.
struct Region: Equatable {
    private enum Step: Equatable {
        case add(Rectangle)
        case subtract(Rectangle)
    }

    /// The maximum number of steps. Toolkits need fewer; a client that exceeds it gets `no_memory`.
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
        // The last step that contains the point decides.
        for step in steps.reversed() {
            switch step {
            case .add(let rectangle): if rectangle.contains(point) { return true }
            case .subtract(let rectangle): if rectangle.contains(point) { return false }
            }
        }
        return false
    }
}
