// SPDX-License-Identifier: MIT

/// Which toolkit was seen to do what: a table in Markdown, made of the results of runs.
///
/// A row is what was done, a column a toolkit. A cell says whether it was the source, the target or both, in runs that
/// passed; where a run did not, it says in how many of how many.
struct ToolkitTable {
    private var rows: [String] = []
    private var columns: [String] = []
    private var cells: [Place: Cell] = [:]

    private struct Place: Hashable {
        var row: String
        var column: String
    }

    private struct Cell {
        var from = Count()
        var to = Count()
    }

    private struct Count {
        var passed = 0
        var total = 0

        mutating func add(_ verdict: RunResult.Verdict) {
            total += 1
            if verdict == .passed { passed += 1 }
        }
    }

    init(_ results: [RunResult]) {
        for result in results {
            guard let shows = result.shows else { continue }
            if !rows.contains(shows.what) { rows.append(shows.what) }
            for name in [shows.source, shows.target].compactMap({ $0 }) where !columns.contains(name) {
                columns.append(name)
            }
            if let name = shows.source {
                cells[Place(row: shows.what, column: name), default: Cell()].from.add(result.verdict)
            }
            if let name = shows.target {
                cells[Place(row: shows.what, column: name), default: Cell()].to.add(result.verdict)
            }
        }
    }

    /// What people call the toolkits that scenarios write as a word.
    private static let names = ["gtk3": "GTK 3", "gtk4": "GTK 4", "qt6": "Qt 6"]

    var isEmpty: Bool { rows.isEmpty }

    var markdown: String {
        var lines = [
            line([""] + columns.map { Self.names[$0] ?? $0 }), line(Array(repeating: "---", count: columns.count + 1)),
        ]
        for row in rows {
            lines.append(line([row] + columns.map { cells[Place(row: row, column: $0)].map(Self.words) ?? "" }))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ cells: [String]) -> String {
        "| " + cells.map { VisibleText.singleLine($0).replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }

    private static func words(_ cell: Cell) -> String {
        switch (words("from", cell.from), words("to", cell.to)) {
        case ("from"?, "to"?): "from and to"
        case (let from, let to): [from, to].compactMap { $0 }.joined(separator: ", ")
        }
    }

    private static func words(_ way: String, _ count: Count) -> String? {
        if count.total == 0 { return nil }
        return count.passed == count.total ? way : "**\(way) \(count.passed)/\(count.total)**"
    }
}
