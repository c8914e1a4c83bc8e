// SPDX-License-Identifier: MIT

import DrayCore

/// A Markdown table, generated from the results of runs, of the interactions that each toolkit supports.
///
/// Each row is an interaction, each column a toolkit. A cell says whether the toolkit was the source, the target or
/// both in runs that passed; otherwise it says how many of the runs passed. The rows and columns with the most cells
/// come first.
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
        // The rows and columns with the most cells come first.
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

    /// Sorts in descending order; equal elements keep their order.
    private static func sorted(_ names: [String], by count: (String) -> Int) -> [String] {
        names.enumerated().map { (name: $1, order: (-count($1), $0)) }.sorted { $0.order < $1.order }.map(\.name)
    }

    /// The display names of the toolkits' identifiers in scenarios.
    private static let names = [
        "gtk3": "GTK 3", "gtk4": "GTK 4", "qt6": "Qt 6", "chromium": "Chromium", "firefox": "Firefox",
        "tk": "Tk",
    ]

    /// The display name of a column; a suffix after the identifier, such as the window system, is kept.
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
