// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayReport
import DrayScenario
import FoundationEssentials

/// `dray table FOLDER…`: prints the observed behaviour of each toolkit.
struct TableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table", abstract: "Print the observed behaviour of each toolkit as a Markdown table.",
        discussion: """
            Reads results.json of the folders written by `dray run`. Scenarios with `shows` are included: `shows: \
            {what: text with the pointer, source: GTK 4, target: Qt 6}`, or a list of such mappings. "from" and "to" \
            mean that every run passed with the toolkit as the source or the target; otherwise the number of passed \
            runs is printed.
            """)

    @Argument(help: "Folders of runs, or results.json files.", completion: .directory)
    var folders: [String]

    func run() throws {
        var results: [RunResult] = []
        for folder in folders {
            var url = URL(fileURLWithPath: folder)
            if url.pathExtension != "json" { url = RunFolder(at: folder).results }
            do {
                results += try RunSummary.results(in: Data(reading: url.path))
            } catch let error as FileFailure {
                throw ValidationError("\(error)")
            } catch let error as DecodingError {
                throw ValidationError("\(url.path): \(TraceProblem(describing: error).reason)")
            }
        }
        let table = ToolkitTable(results)
        if table.isEmpty { throw ValidationError("none of the runs has `shows`") }
        print(table.markdown, terminator: "")
    }
}
