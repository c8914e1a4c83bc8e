// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayReport
import DrayScenario
import FoundationEssentials

/// `dray check FILE`: validates scenario files without starting anything.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Validate scenario files without running them.")

    @OptionGroup var options: ScenarioOptions

    @Argument(help: "Scenario files.", completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]

    func run() throws {
        var hasFailed = false
        for path in files {
            do {
                let file = try ScenarioFile(
                    path: path, runDirectory: options.runDirectory, overrides: options.parameters)
                let count = file.scenarios.count
                let runs = count == 1 ? "1 run" : "\(count) runs"
                let steps = file.scenarios.first?.steps.count ?? 0
                print("\(path): \(runs), \(steps == 1 ? "1 step" : "\(steps) steps"), no mistakes")
            } catch let mistakes as ScenarioFile.Mistakes {
                hasFailed = true
                let count = mistakes.diagnostics.count
                let summary = "\(path): \(count) \(count == 1 ? "mistake" : "mistakes")"
                StandardStream.errors.write("\(mistakes)\n\n\(summary)\n")
            } catch {
                hasFailed = true
                StandardStream.errors.write("\(error)\n")
            }
        }
        if hasFailed { throw ExitCode.failure }
    }
}
