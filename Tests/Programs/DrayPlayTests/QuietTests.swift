// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The behavior of `wait: {quiet: …}`, with windows of real toolkits that never stop drawing.
@Suite(.serialized) struct QuietTests {
    /// - Parameters:
    ///   - kind: The activity of the window, see `restless.py`.
    ///   - clients: Additional clients of the file.
    private func run(
        _ toolkit: String, _ kind: String, clients: String = "", steps: String
    ) throws -> Playground.Outcome {
        let ground = try Playground()
        return try ground.run(
            yaml: """
                name: test
                output: {size: 960x600}
                clients:
                \(clients)
                  target:
                    command: [/usr/bin/python3, "\(RealClients.folder)/restless.py", \(toolkit), \(kind), Target]
                    environment: {MARK: "\(ground.mark)"}
                    windows: {target: {title: Target, position: [520, 120], size: 380x360}}
                steps:
                \(steps)
                """)
    }

    /// The pointer is animated, or a text cursor fades, which GTK continues for ten seconds.
    @Test(arguments: [("gtk3", "pointer"), ("gtk4", "pointer"), ("gtk3", "text"), ("gtk4", "text")])
    func pointersAndTextCursorsAreQuiet(toolkit: String, kind: String) throws {
        let outcome = try run(
            toolkit, kind,
            steps: """
                  - wait: {window: target}
                  - pointer: {move: {to: {window: target}}}
                  - wait: {quiet: 400ms, within: 8s}
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    /// GTK 3 redraws a text under a drag ten times a second, without a change.
    @Test func aDragHoveringOverTextInGTK3IsQuiet() throws {
        let source = """
              source:
                command: [/usr/bin/python3, "\(RealClients.folder)/gtk4-dnd.py", --role, source, --title, Source,
                  --text, a note]
                windows: {source: {title: Source, position: [60, 120], size: 380x360}}
            """
        let outcome = try run(
            "gtk3", "text", clients: source,
            steps: """
                  - wait: {windows: [source, target]}
                  - wait: {quiet: 300ms, within: 30s}
                \(RealClients.pickUp)
                  - pointer: {move: {to: {window: target}, duration: 600ms}}
                  - wait: {quiet: 400ms, within: 20s}
                  - expect: {action: copy}
                  - pointer: {release: left}
                  - expect: {result: finished}
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    /// An animation is not quiet, and the failure names the program that draws.
    @Test(arguments: ["gtk3", "gtk4"]) func animationsAreNotQuiet(toolkit: String) throws {
        let outcome = try run(
            toolkit, "spinner",
            steps: """
                  - wait: {window: target}
                  - wait: {quiet: 400ms, within: 3s}
                """)
        #expect(outcome.status != 0)
        #expect(outcome.output.contains("there was still activity after 3.0 seconds, last: target drew"))
    }
}
