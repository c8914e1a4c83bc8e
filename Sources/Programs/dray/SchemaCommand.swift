// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayScenario

/// `dray schema`: the JSON Schema of scenario files, for editors.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of scenario files, for editors.")

    @Flag(help: "Print the schema of files that scenarios include.")
    var included = false

    func run() {
        print((included ? Include.jsonSchema : Scenario.jsonSchema).text())
    }
}
