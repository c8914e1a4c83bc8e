// SPDX-License-Identifier: MIT

import DrayCore
import DrayPlay
import DrayReport
import DrayScenario

/// The environment variables of a run's clients, as a table for the terminal.
struct EnvironmentTable {
    private let title: String?
    private let rows: [ClientEnvironment.Row]
    private let clients: [Client]

    /// The variables that all runs have in common.
    init(home: String) {
        title = nil
        rows = ClientEnvironment.table(forRunIn: home, Session())
        clients = []
    }

    /// The variables of one run, with those that its clients define.
    init(_ run: PlannedRun) {
        title = run.title
        rows = ClientEnvironment.table(forRunIn: run.homePath, run.scenario.session)
        clients = run.scenario.clients
    }

    func write() {
        StandardStream.output.write(text + "\n")
    }

    private var text: String {
        let set = rows.compactMap { row in row.value.map { (row.name, VisibleText.singleLine($0), row.about) } }
        let removed = rows.filter { $0.value == nil }.map { ($0.name, $0.about) }
        let width = (rows.map(\.name.count).max() ?? 0) + 2
        let valueWidth = (set.map(\.1.count).max() ?? 0) + 2
        var lines = title.map { [VisibleText.singleLine($0), ""] } ?? []
        lines.append("These variables are set for every client:")
        lines += set.sorted { $0.0 < $1.0 }.map { "  \(padded($0.0, width))\(padded($0.1, valueWidth))\($0.2)" }
        lines.append("These variables are removed:")
        lines += removed.sorted { $0.0 < $1.0 }.map { "  \(padded($0.0, width))\($0.1)" }
        lines.append("All others are inherited from `dray run`.")
        for client in clients where !client.environment.isEmpty {
            lines.append("The client \(client.name.value) also has:")
            lines += client.environment.map { "  \(padded($0.name, width))\(VisibleText.singleLine($0.value))" }
        }
        return lines.joined(separator: "\n")
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
