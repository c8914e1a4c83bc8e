// SPDX-License-Identifier: MIT

import DrayCore
package import FoundationEssentials

/// The results of several runs: a machine-readable list, and a page with links to the reports.
package struct RunSummary {
    var results: [RunResult]
    /// The folder of each run, relative to the summary.
    var folders: [String]

    /// `results.json`: the results of all runs in order, each with its folder. A single run uses the same format.
    func json() throws -> Data {
        let list = List(runs: zip(results, folders).map { Entry(result: $0, folder: $1) })
        return Data((try JSONText.write(list, isIndented: true) + "\n").utf8)
    }

    /// Decodes the results in such a file.
    package static func results(in data: Data) throws -> [RunResult] {
        struct Runs: Decodable { let runs: [RunResult] }
        return try JSONDecoder().decode(Runs.self, from: data).runs
    }

    /// `report.html`.
    var html: String {
        let rows: [Markup] = zip(results, folders).map { result, folder in
            """
            <tr><td>\(Self.badge(result))</td>\
            <td><a href="\(Self.path(folder))/report.html">\(VisibleText.singleLine(result.scenario))</a>\
            \(Self.reason(result))</td>\
            <td class="number">\(result.heldCount) of \(result.heldCount + result.failures.count)</td>\
            <td class="number">\(TimeText.duration(result.realDuration))</td></tr>
            """
        }
        let outcome = results.outcome
        let total = results.reduce(0) { $0 + $1.realDuration }
        let page: Markup = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>\(outcome)</title>
            <style>
            \(ReportFiles.style)\(ReportFiles.summaryStyle)
            </style></head><body>
            <header class="head"><div class="title"><h1>\(outcome)</h1></div>
            <dl class="facts"><div><dt>Real time, all runs together</dt><dd>\(TimeText.duration(total))</dd></div></dl>
            </header>
            <main style="display: block"><table>
            <thead><tr><th>Verdict</th><th>Scenario</th><th class="number">Expectations held</th>\
            <th class="number">Real time</th></tr></thead>
            <tbody>\(Markup(joining: rows, by: "\n"))</tbody></table></main>
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

    private static func badge(_ result: RunResult) -> Markup {
        if result.isFlaky { return "<span class=\"verdict bad\">Flaky: passed at attempt \(result.attempts)</span>" }
        return switch result.verdict {
        case .passed: "<span class=\"verdict good\">Passed</span>"
        case .failed: "<span class=\"verdict bad\">Failed</span>"
        case .broken: "<span class=\"verdict bad\">Could not finish</span>"
        case .skipped: "<span class=\"verdict none\">Skipped</span>"
        }
    }

    private static func reason(_ result: RunResult) -> Markup {
        if let reason = result.skipReason { return "<p class=\"aside\">\(VisibleText.singleLine(reason))</p>" }
        let words = result.problem ?? result.failures.first.map { "\($0.expected): seen instead: \($0.seen)" }
        return words.map { "<p class=\"seen\">\(VisibleText.singleLine($0))</p>" } ?? ""
    }

    /// A folder's path as part of a URL: bytes that RFC 3986 does not allow are percent-encoded.
    private static func path(_ folder: String) -> String {
        folder.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                String(UnicodeScalar(byte))
            case _ where "-._~!$&'()*+,=:@/".utf8.contains(byte): String(UnicodeScalar(byte))
            default: "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        .joined()
    }
}

extension [RunResult] {
    /// A description of how many runs passed; skipped runs are not counted.
    var outcome: String {
        let skipped = count { $0.verdict == .skipped }
        let words = "\(count { $0.verdict == .passed }) of \(count - skipped) runs passed"
        return skipped == 0 ? words : "\(words), \(skipped) skipped"
    }
}
