// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Waits and expectations on the content of windows; a wait that times out is a failure, not an error.
@Suite(.serialized) struct SightTests {
    private static func scenario(mark: String, steps: String) -> String {
        """
        name: test
        session: {accessibility: true}
        clients:
          app:
            command: [/usr/bin/python3, "\(RealClients.folder)/buttons.py", qt6, --title, Names]
            environment: {MARK: "\(mark)"}
            windows: {w: {title: Names}}
        steps:
          - wait: {windows: [w]}
        \(steps)
        """
    }

    @Test func visibleContentCanBeExpected() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: Self.scenario(
                mark: ground.mark,
                steps: """
                      - expect: {seen: {window: w, name: Photo}, text: {window: w, text: Two}, within: 10s}
                      - expect: {title: {window: w, equals: Names}, unseen: {window: w, name: Nothing}}
                      - kill: app
                      - expect: {gone: w, unseen: {window: w, name: Photo}}
                    """))
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    /// Each failure describes the actual state, and the run continues.
    @Test func missingContentFails() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: Self.scenario(
                mark: ground.mark,
                steps: """
                      - wait: {seen: {window: w, name: Photo}}
                      - expect: {seen: {window: w, name: Phot}, within: 1s}
                      - expect: {unseen: {window: w, name: Photo}, within: 1s}
                      - expect: {text: {window: w, text: Seven}, within: 1s}
                      - expect: {title: {window: w, text: Other}, gone: w, within: 100ms}
                      - say: The end
                    """))
        #expect(outcome.status == 1)
        for words in [
            "instead   “Phot” was not found in w, did you mean `Photo`?; there is", "instead   it is there",
            "expected  w shows “… Seven …”", "instead   there is “", "instead   it is “Names”",
            "instead   it is there (“Names”)",
        ] {
            #expect(outcome.output.contains(words), "\(words): \(outcome.output)")
        }
        let result = try ground.results()
        #expect(result["verdict"] as? String == "failed")
        #expect(result["failed"] as? Int == 5)
        #expect((result["steps"] as? [[String: Any]])?.last?["outcome"] as? String == "passed")
    }

    @Test(arguments: [
        "{seen: {window: w, name: Foto}, within: 500ms}", "{text: {window: w, text: Seven}, within: 500ms}",
        "{title: {window: w, text: Other}, within: 100ms}", "{gone: w, within: 100ms}",
        "{new: {client: app, name: dialog}, within: 100ms}", "{output: {client: app, text: never}, within: 100ms}",
    ])
    func aWaitThatIsNotMetIsAFailure(wait: String) throws {
        let ground = try Playground()
        let steps = "  - wait: \(wait)\n  - say: Never"
        let outcome = try ground.run(yaml: Self.scenario(mark: ground.mark, steps: steps))
        #expect(outcome.status == 1)
        let result = try ground.results()
        #expect(result["verdict"] as? String == "failed", "\(outcome.output)")
        #expect(result["problem"] == nil)
        let played = try #require(result["steps"] as? [[String: Any]])
        #expect(played.map { $0["outcome"] as? String } == ["passed", "failed", "notReached"])
        let junit = try String(contentsOfFile: ground.path("run/junit.xml"), encoding: .utf8)
        #expect(junit.contains("failures=\"1\" errors=\"0\""), "\(junit)")
    }
}
