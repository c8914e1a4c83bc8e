// SPDX-License-Identifier: MIT

import DrayScenario

// Determines in advance which clients are expected to end; a client that exits before that step is a failure.

extension Scenario {
    /// The index of the last step that expects a client's end, by client.
    var lastExpectedEnds: [String: Int] {
        var ends: [String: Int] = [:]
        for (index, step) in steps.enumerated() {
            guard case .expect(let expectation) = step.action else { continue }
            for case .client(let name, let condition) in expectation.conditions.map(\.value) where condition.isEnd {
                ends[name.value] = index
            }
        }
        return ends
    }
}
