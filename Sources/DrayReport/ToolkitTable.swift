// SPDX-License-Identifier: MIT

import DrayCore

/// Which toolkit was seen to do what: a table in Markdown, made of the results of runs.
///
/// A row is what was done, a column a toolkit. A cell says whether it was the source, the target or both, in runs that
/// passed; where a run did not, it says in how many of how many. The fullest rows and columns stand first.
package struct ToolkitTable {
    private var rows: [String] = []
    private var columns: [String] = []
    private var cells: [Key: Cell] = [:]

    private struct Key: Hashable {
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

    package init(_ results: [RunResult]) {
        for result in results where result.verdict != .skipped {
            for showing in result.shows { add(showing, result.verdict) }
        }
        // What most toolkits were seen to do stands first, and the toolkit that was seen to do most.
        let seen = cells.keys
        rows = Self.sorted(rows) { row in seen.count { $0.row == row } }
        columns = Self.sorted(columns) { column in seen.count { $0.column == column } }
    }

    private mutating func add(_ showing: RunResult.Showing, _ verdict: RunResult.Verdict) {
        let row = showing.what
        if !rows.contains(row) { rows.append(row) }
        let ways: [(name: String?, way: WritableKeyPath<Cell, Count>)] = [
            (showing.source, \.from), (showing.target, \.to),
        ]
        for case (let name?, let way) in ways {
            if !columns.contains(name) { columns.append(name) }
            cells[Key(row: row, column: name), default: Cell()][keyPath: way].add(verdict)
        }
    }

    /// From most to least; what is equal keeps its order.
    private static func sorted(_ names: [String], by count: (String) -> Int) -> [String] {
        names.enumerated().map { (name: $1, order: (-count($1), $0)) }.sorted { $0.order < $1.order }.map(\.name)
    }

    /// What people call the toolkits that scenarios write as a word.
    private static let names = [
        "gtk3": "GTK 3", "gtk4": "GTK 4", "qt6": "Qt 6", "chromium": "Chromium", "firefox": "Firefox",
        "tk": "Tk",
    ]

    /// What stands behind the word, as the window system, stays.
    private static func called(_ column: String) -> String {
        let end = column.firstIndex(of: " ") ?? column.endIndex
        guard let name = names[String(column[..<end])] else { return column }
        return name + column[end...]
    }

    package var isEmpty: Bool { rows.isEmpty }

    package var markdown: String {
        let columns = columns.map(Self.called)
        var lines = [line([""] + columns), line(Array(repeating: "---", count: columns.count + 1))]
        for row in rows {
            lines.append(line([row] + self.columns.map { cells[Key(row: row, column: $0)].map(Self.words) ?? "" }))
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
