// SPDX-License-Identifier: MIT

import ArgumentParser
import DrayReport
import DrayScenario
import FoundationEssentials

/// `dray table FOLDER…`: which toolkit was seen to do what.
struct TableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table", abstract: "Print which toolkit was seen to do what, as a Markdown table.",
        discussion: """
            Reads results.json of the folders that `dray run` left. A scenario takes part that says what it shows: \
            `shows: {what: text with the pointer, source: GTK 4, target: Qt 6}`, or a list of such. "from" and "to" \
            mean that every run passed in which the toolkit was the source or the target; else it is said how many did.
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
        if table.isEmpty { throw ValidationError("none of the runs says what it shows") }
        print(table.markdown, terminator: "")
    }
}
