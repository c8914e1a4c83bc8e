// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The list of accessible names after a failure, in real programs.
@Suite(.serialized) struct NamesShownTests {
    private static func scenario(mark: String, session: String, steps: String) -> String {
        func client(_ name: String, _ kit: String, _ left: Int) -> String {
            """
              \(name):
                command: [/usr/bin/python3, "\(RealClients.folder)/buttons.py", \(kit), --title, \(name)]
                environment: {NO_AT_BRIDGE: "0", MARK: "\(mark)"}
                windows: {\(name)-window: {title: \(name), position: [\(left), 80]}}
            """
        }
        return """
            name: test
            session: \(session)
            clients:
            \(client("one", "gtk3", 20))
            \(client("two", "qt6", 600))
            steps:
              - wait: {windows: [one-window, two-window]}
              - wait: {quiet: 300ms}
            \(steps)
            """
    }

    /// The text file for the screenshot of a failure; nil if there is none.
    private func names(in ground: borrowing Playground) throws -> String? {
        let files = try FileManager.default.contentsOfDirectory(atPath: ground.path("run"))
        guard let file = files.first(where: { $0.hasSuffix("-names.txt") }) else { return nil }
        return try String(contentsOfFile: ground.path("run/\(file)"), encoding: .utf8)
    }

    private static let failure = "  - expect: {client: {name: one, output: never said}, within: 0ms}"

    @Test func aFailureListsTheNamesInEachWindow() throws {
        let ground = try Playground()
        let yaml = Self.scenario(mark: ground.mark, session: "{accessibility: true}", steps: Self.failure)
        let outcome = try ground.run(yaml: yaml)
        #expect(outcome.status == 1, "\(outcome.output)")
        let text = try #require(try names(in: ground))
        for window in ["one-window\n", "two-window\n"] { #expect(text.contains(window), "\(text)") }
        #expect(text.components(separatedBy: "push button “Save” at ").count == 3, "\(text)")
        let report = try String(contentsOfFile: ground.path("run/report.html"), encoding: .utf8)
        #expect(report.contains("Names in one-window: ") && report.contains("push button “Save” at "))
        // The next run in this folder removes it.
        #expect(try ground.run(yaml: "name: other\nsteps: [{say: a}]").status == 0)
        #expect(try names(in: ground) == nil)
    }

    @Test func aFailedWaitListsThemToo() throws {
        let ground = try Playground()
        let wait = "  - wait: {output: {client: one, text: never said}, within: 0ms}"
        let yaml = Self.scenario(mark: ground.mark, session: "{accessibility: true}", steps: wait)
        #expect(try ground.run(yaml: yaml).status == 1)
        #expect(FileManager.default.fileExists(atPath: ground.path("run/when-it-stopped-names.txt")))
    }

    @Test func aStoppedApplicationDoesNotDelayOthers() throws {
        let ground = try Playground()
        let stop = "  - kill: {client: two, signal: STOP}\n"
        let yaml = Self.scenario(
            mark: ground.mark, session: "{accessibility: true}", steps: stop + Self.failure)
        let outcome = try ground.run(yaml: yaml)
        #expect(outcome.status == 1, "\(outcome.output)")
        let text = try #require(try names(in: ground))
        #expect(text.contains("two-window\n  (its application is stopped)\n"), "\(text)")
        #expect(text.contains("push button “Save” at "), "\(text)")
        #expect(ground.leftovers.isEmpty)
    }

    @Test func withoutAccessibilityNoApplicationIsQueried() throws {
        let ground = try Playground()
        let yaml = Self.scenario(mark: ground.mark, session: "{accessibility: false}", steps: Self.failure)
        #expect(try ground.run(yaml: yaml).status == 1)
        #expect(try names(in: ground) == nil)
    }
}
