// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayScenario

/// What every command that reads a scenario can be told.
struct ScenarioOptions: ParsableArguments {
    @Option(name: .customLong("set"), help: ArgumentHelp("Give a parameter another value.", valueName: "name=value"))
    var parameters: [Binding] = []

    @Option(name: [.customShort("o"), .customLong("output")], help: "The folder for pictures and the report.")
    var runDirectory: String = "dray-run"
}

extension Binding: ExpressibleByArgument {
    /// `name=value`; the value may hold another `=`.
    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        self.init(name: String(parts[0]), value: String(parts[1]))
    }
}
