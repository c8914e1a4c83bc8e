// SPDX-License-Identifier: MIT

import Foundation

/// What came of several runs: a list for programs, and a page that leads to the report of each.
struct RunSummary {
    var results: [RunResult]
    /// Where each of them is, relative to the summary.
    var folders: [String]

    /// `results.json`: the results of all runs in their order, each with its folder.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var data = try encoder.encode(List(runs: zip(results, folders).map { Entry(result: $0, folder: $1) }))
        data.append(TraceFormat.newline)
        return data
    }

    /// `report.html`.
    var html: String {
        let rows: [Markup] = zip(results, folders).map { result, folder in
            """
            <tr class="\(result.verdict.rawValue)"><td class="verdict">\(result.verdict.rawValue)</td>\
            <td><a href="\(Self.path(folder))/report.html">\(VisibleText.singleLine(result.scenario))</a>\
            \(Self.reason(result))</td><td>\(result.heldCount) of \(result.heldCount + result.failures.count)</td>\
            <td>\(TimeText.duration(result.realDuration))</td></tr>
            """
        }
        let passed = results.count { $0.verdict == .passed }
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>\(passed) of \(results.count) runs passed</title>
            <style>
            :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
            body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
            table { border-collapse: collapse; width: 100%; }
            th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-top: 1px solid #8884;
                     vertical-align: top; }
            td + td + td, th + th + th { white-space: nowrap; }
            .verdict { font-weight: 600; }
            .passed .verdict { color: light-dark(#1a7f37, #4ac26b); }
            .failed .verdict, .broken .verdict { color: light-dark(#b3261e, #ff8a80); }
            p { margin: 0; }
            </style></head><body>
            <h1>\(passed) of \(results.count) runs passed</h1>
            <table><thead><tr><th>Verdict<th>Scenario<th>Expectations held<th>Time</tr></thead>
            <tbody>\(Markup(joining: rows, by: "\n"))</tbody></table>
            </body></html>

            """
        return page.source
    }

    private struct List: Encodable {
        let runs: [Entry]
    }

    private struct Entry: Encodable {
        let result: RunResult
        let folder: String

        private enum Key: String, CodingKey {
            case folder
        }

        func encode(to encoder: any Encoder) throws {
            try result.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(folder, forKey: .folder)
        }
    }

    private static func reason(_ result: RunResult) -> Markup {
        let words = result.problem ?? result.failures.first.map { "\($0.expected): seen instead: \($0.seen)" }
        return words.map { "<p>\(VisibleText.singleLine($0))</p>" } ?? ""
    }

    private static func path(_ folder: String) -> String {
        folder.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? folder
    }
}
