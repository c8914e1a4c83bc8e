// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayScenario

/// The options of every command that reads a scenario.
struct ScenarioOptions: ParsableArguments {
    @Option(name: .customLong("set"), help: ArgumentHelp("Override the value of a parameter.", valueName: "name=value"))
    var parameters: [Binding] = []

    @Option(name: [.customShort("o"), .customLong("output")], help: "The folder for images and the report.")
    var runDirectory: String = "dray-run"
}

extension Binding: ExpressibleByArgument {
    /// Reads `name=value`. The value may contain further `=` characters.
    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        self.init(name: String(parts[0]), value: String(parts[1]))
    }
}
