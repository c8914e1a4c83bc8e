// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayScenario

/// `dray schema`: the JSON Schema of scenario files, for editors.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of scenario files, for editors.")

    func run() {
        print(Scenario.jsonSchema.text())
    }
}
