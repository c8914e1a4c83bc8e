// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayPlay
import DrayScenario

/// The command line. The type is not called `Dray`, since that is the engine's module.
@main
struct DrayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dray", abstract: "Drag and drop for Wayland compositors.", version: Versions.dray,
        subcommands: [
            RunCommand.self, PlayCommand.self, ServeCommand.self, CtlCommand.self, ProxyCommand.self,
            CheckCommand.self, ConformanceCommand.self, TableCommand.self, SchemaCommand.self,
        ])

    static func main() {
        // Scripts call this often, and parsing all subcommands first takes as long as loading the program.
        if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) { return print(configuration.version) }
        main(nil)
    }
}
