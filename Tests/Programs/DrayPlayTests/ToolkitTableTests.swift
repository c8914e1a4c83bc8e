// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import DrayReport

@Suite struct ToolkitTableTests {
    private func result(_ what: String, _ source: String?, _ target: String?, passes: Bool = true) -> RunResult {
        RunResult(
            scenario: what, file: nil, virtualDuration: 1, realDuration: 1, versions: [:], steps: [],
            problem: passes ? nil : "broken", shows: [RunResult.Showing(what: what, source: source, target: target)])
    }

    @Test func cellsShowRolesAndFailures() {
        let table = ToolkitTable([
            result("text", "A", "B"), result("text", "B", "A"), result("text", "A", "A"),
            result("touch", "A", "B"), result("touch", "A", "B", passes: false), result("kill|ed", "A", nil),
        ])
        #expect(
            table.markdown == """
                |  | A | B |
                | --- | --- | --- |
                | text | from and to | from and to |
                | touch | **from 1/2** | **to 1/2** |
                | kill\\|ed | from |  |

                """)
    }

    @Test func theFullestRowsAndColumnsComeFirst() {
        let table = ToolkitTable([
            result("rare", "qt6", nil), result("rarer", "qt6", nil), result("common", "qt6", "gtk4"),
            result("usual", "gtk4", "qt6"),
        ])
        #expect(
            table.markdown == """
                |  | Qt 6 | GTK 4 |
                | --- | --- | --- |
                | common | from | to |
                | usual | to | from |
                | rare | from |  |
                | rarer | from |  |

                """)
    }

    @Test func theWindowSystemFollowsTheToolkit() {
        let table = ToolkitTable([result("text", "gtk3 (X11)", "my toolkit (X11)")])
        #expect(table.markdown.hasPrefix("|  | GTK 3 (X11) | my toolkit (X11) |\n"))
    }

    @Test func aRunMayShowSeveralThings() {
        var run = result("text", "A", "B")
        run.shows.append(RunResult.Showing(what: "escape", source: "A"))
        #expect(
            ToolkitTable([run]).markdown == """
                |  | A | B |
                | --- | --- | --- |
                | text | from | to |
                | escape | from |  |

                """)
    }

    @Test func resultsRoundTripThroughJSON() throws {
        var before = result("text", "A", nil, passes: false)
        before.steps = [
            .init(index: 1, text: "a", line: 3, start: 1, duration: 2, held: 1, outcome: .passed),
            .init(
                index: 2, text: "b", line: nil, start: 3, duration: 2, held: 0,
                outcome: .failed([.init(expected: "x", seen: "y", line: 4)])),
            .init(
                index: 3, text: "c", line: 5, start: 5, duration: 0, held: 0,
                outcome: .broken(reason: "r", failures: [])),
            .init(index: 4, text: "d", line: 6, start: 5, duration: 0, held: 0, outcome: .notReached),
        ]
        #expect(try JSONDecoder().decode(RunResult.self, from: try before.json()) == before)
    }
}
