// SPDX-License-Identifier: MIT

package import DrayScenario
import FoundationEssentials

// The scenario that a recording begins with, where nobody has written one.

extension Scenario {
    /// A compositor with nobody in it and nothing done yet, in the current folder.
    package static func recording(on output: Output = Output(), policy: Policy = .humanInterface) -> Scenario {
        Scenario(
            name: "A recording", description: nil, shows: [], variant: [],
            directory: FileManager.default.currentDirectoryPath, outputs: [output], policy: policy,
            settings: Settings(), clients: [], steps: [])
    }
}
