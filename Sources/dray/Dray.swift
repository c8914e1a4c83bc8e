// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayPlay
import DrayScenario

/// The command line. It is not called `Dray`, since that is the module of the engine.
@main
struct DrayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dray", abstract: "Drag and drop for Wayland compositors.", version: Versions.dray,
        subcommands: [
            RunCommand.self, PlayCommand.self, ServeCommand.self, CtlCommand.self, ProxyCommand.self,
            CheckCommand.self, ConformanceCommand.self, ReplayCommand.self, TableCommand.self, SchemaCommand.self,
        ])

    static func main() {
        // Scripts ask for it again and again. To go through all commands first takes as long as to load the program.
        if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) { return print(configuration.version) }
        main(nil)
    }
}
