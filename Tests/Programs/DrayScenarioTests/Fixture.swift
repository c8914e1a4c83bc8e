// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import DrayScenario

/// A temporary folder for one test, with access to the installed programs.
struct Fixture: ~Copyable {
    let folder: URL

    init() throws {
        folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("dray-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var surroundings: Surroundings {
        Surroundings(
            scenarioDirectory: folder.path, runDirectory: folder.path + "/run",
            searchPath: "/usr/local/bin:/usr/bin:/bin")
    }

    /// Writes a file into the folder.
    func write(_ name: String, _ text: String = "", executable: Bool = false) throws {
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        let mode = executable ? 0o755 : 0o644
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }

    func scenarios(_ text: String, set overrides: [Binding] = []) throws(ScenarioFile.Mistakes) -> [Scenario] {
        let source = SourceText(name: "test.yaml", text: text)
        return try ScenarioFile(source, surroundings: surroundings, overrides: overrides).scenarios
    }

    /// The mistakes in a text, as "line:column message".
    func mistakes(_ text: String, set overrides: [Binding] = []) -> [String] {
        do {
            _ = try scenarios(text, set: overrides)
            return []
        } catch {
            return error.diagnostics.map { "\($0.location.line):\($0.location.column) \($0.message)" }
        }
    }

    /// The mistakes in steps, the first of which is in line 4.
    func mistakes(steps: String) -> [String] {
        mistakes(Self.file(steps: steps))
    }

    /// A file with one client, the windows `one` and `two`, and the given steps.
    static func file(steps: String) -> String {
        """
        name: test
        clients: {app: {command: [sh], windows: {one: {title: 1, position: [0, 0]}, two: {title: 2, position: [9, 9]}}}}
        steps:
        \(steps)
        """
    }

    /// The actions of valid steps.
    func actions(_ steps: String) throws -> [Step.Action] {
        let scenario = try #require(try scenarios(Self.file(steps: steps)).first)
        return scenario.steps.map(\.action)
    }
}
