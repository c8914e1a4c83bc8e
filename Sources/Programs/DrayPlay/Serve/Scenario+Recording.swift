// SPDX-License-Identifier: MIT

package import DrayScenario
import FoundationEssentials

// The scenario that a recording starts from, if the user provides none.

extension Scenario {
    /// A scenario without clients and steps, in the current folder.
    package static func recording(on output: Output = Output(), policy: Policy = .humanInterface) -> Scenario {
        Scenario(
            name: "A recording", description: nil, shows: [], variant: [],
            directory: FileManager.default.currentDirectoryPath, outputs: [output], policy: policy,
            settings: Settings(), clients: [], steps: [])
    }
}
