// SPDX-License-Identifier: MIT

import Foundation
import Repository
import Testing

@testable import DrayPlay
@testable import DrayScenario

/// Scenarios serialized by the program are parsed as the same scenarios.
@Suite struct ScenarioTextTests {
    private static var files: [String] {
        let folder = Repository.scenarios
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
    }

    @Test(arguments: files) func everyExampleRoundTrips(file: String) throws {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).standardizedFileURL.path
        let first = try #require(try ScenarioFile(path: file, runDirectory: folder).scenarios.first)
        // A recording has no conditions; an example may require a program that is not installed.
        guard first.skipReason == nil else { return }
        let text = ScenarioText(first).yaml
        let surroundings = Surroundings(
            scenarioDirectory: first.directory, runDirectory: folder, searchPath: "/usr/local/bin:/usr/bin:/bin")
        let again = try ScenarioFile(SourceText(name: "again", text: text), surroundings: surroundings).scenarios[0]
        #expect(again.steps.count == first.steps.count)
        #expect(again.steps.map(\.words) == first.steps.map(\.words))
        #expect(again.clients.map(\.command) == first.clients.map(\.command))
        #expect(again.outputs.map(\.size) == first.outputs.map(\.size))
        #expect(ScenarioText(again).yaml == text)
    }

    @Test(arguments: [
        "plain", "two words", "true", "~", "", "12", "a: b", "# no", "- x", "${name}", "$${name}", "\"'\\", "line\nend",
        "\u{1}\u{7F}", "Grüße, 안녕", "[x]", "{x}", "50%", "%5", "no", "a,b",
    ])
    func everyTextRoundTrips(text: String) throws {
        let yaml = "name: a\ndescription: x\nsteps: [{say: \(FlowText.scalar(text))}]\n"
        let surroundings = Surroundings(scenarioDirectory: "/", runDirectory: "/tmp/x", searchPath: "/usr/bin")
        guard !text.isEmpty else { return }
        let scenario = try ScenarioFile(SourceText(name: "a", text: yaml), surroundings: surroundings).scenarios[0]
        #expect(scenario.steps.map(\.action) == [.say(text)])
    }
}
