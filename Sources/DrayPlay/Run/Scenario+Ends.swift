// SPDX-License-Identifier: MIT

import DrayScenario

// Which clients are to end, found out before the run: one that ends by itself before its step has come is a failure.

extension Scenario {
    /// The last step that expects the end of a client, by the client's name.
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
