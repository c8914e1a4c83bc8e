// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Drags that do not start, places outside of their object, and drags that fail: each is reported with its reason.
@Suite struct DragJudgingTests {
    private func play(
        _ steps: String, from source: String = "gtk4", to target: String = "gtk4", _ ground: borrowing Playground
    ) throws -> Playground.Outcome {
        try ground.run(
            yaml: RealClients.scenario(
                from: source, to: target, mark: ground.mark, steps: "  - wait: {windows: [source, target]}\n" + steps))
    }

    @Test func aDragThatDoesNotStartFails() throws {
        let ground = try Playground()
        let outcome = try play(
            """
              - drag: {from: {window: target}, to: {window: source}}
              - drag: {from: {screen: [20, 20]}, to: {window: target}}
              - drag: {from: {window: target}, to: {window: source}, begins: false}
              - drag: {from: {window: source}, to: {window: target}, begins: false}
              - drag: {from: {window: source}, to: {window: target}}
              - expect: {result: finished}
            """, ground)
        #expect(outcome.status == 1)
        for words in [
            "expected  a drag begins  (line 14)",
            "is target (“Target”); target received the press and the motion",
            "use `begins: false`", "none did: there is no window at 20, 20", "expected  no drag begins  (line 17)",
        ] {
            #expect(outcome.output.contains(words), "\(words): \(outcome.output)")
        }
        let result = try ground.results()
        #expect(result["verdict"] as? String == "failed")
        #expect(result["failed"] as? Int == 3)
    }

    @Test(arguments: [
        (
            "drag: {from: {window: source, at: [900, 20]}, to: {window: target}}",
            "900.0, 20.0 of source is outside: the area is 380x360"
        ),
        (
            "drag: {from: {window: source}, to: {window: target, at: [50%, 150%]}}",
            "50.0%, 150.0% of target is outside"
        ),
        ("pointer: {click: {at: {window: source, at: [-5, 20]}}}", "-5.0, 20.0 of source is outside"),
        ("pointer: {move: {to: {screen: [5000, 20]}}}", "beyond the screen, at 5000, 20: the screen is 960x600"),
    ])
    func aPlaceOutsideIsAnError(step: String, words: String) throws {
        let ground = try Playground()
        let outcome = try play("  - \(step)", ground)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains(words), "\(outcome.output)")
    }

    /// The last pixel belongs to the window, the one after it does not.
    @Test func edgesBelongToTheWindow() throws {
        let ground = try Playground()
        let outcome = try play(
            """
              - pointer: {move: {to: {window: source, at: bottom-right}}}
              - wait: {event: {client: source, name: wl_pointer.enter}}
              - pointer: {move: {to: {window: target, at: right}}}
              - wait: {event: {client: target, name: wl_pointer.enter}}
            """, from: "qt6", to: "qt6", ground)
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func aCoveredPlaceIsNotPressed() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: RealClients.scenario(
                from: "gtk4", to: "gtk4", mark: ground.mark, targetPosition: "[70, 130]",
                steps: """
                      - wait: {windows: [source, target]}
                      - drag: {from: {window: source}, to: {window: target}}
                    """))
        #expect(outcome.status == 1)
        // The window that was mapped last covers the other.
        let words = ["source is covered by target", "target is covered by source"]
        #expect(words.contains { outcome.output.contains($0) }, "\(outcome.output)")
    }

    /// Drags without a target, rejected drags and cancelled drags.
    @Test func theReasonOfACancellationIsReported() throws {
        let ground = try Playground()
        let outcome = try play(
            """
              - drag: {from: {window: source}, to: {screen: [480, 560]}}
              - expect: {result: finished, within: 100ms}
              - drag: {from: {window: source}, to: {window: source, at: [50%, 90%]}}
              - expect: {payload: {equals: a note}, within: 100ms}
            \(RealClients.pickUp)
              - key: {tap: Escape}
              - expect: {result: finished, within: 100ms}
              - pointer: {release: left}
            \(RealClients.pickUp)
              - pointer: {move: {to: {window: target}}}
              - unplug: pointer
              - expect: {result: finished, within: 100ms}
            """, ground)
        #expect(outcome.status == 1)
        for words in [
            "instead   cancelled: it was dropped where nothing accepts the content",
            "instead   nothing was transferred; the drag was cancelled: source rejected it",
            "instead   cancelled: Escape was pressed", "instead   cancelled: the device that performed the drag",
        ] {
            #expect(outcome.output.contains(words), "\(words): \(outcome.output)")
        }
        for file in ["junit.xml", "report.html"] {
            let text = try String(contentsOfFile: ground.path("run/\(file)"), encoding: .utf8)
            #expect(text.contains("cancelled: Escape was pressed"), "\(file)")
        }
    }

    @Test func theSourcesExitIsAReason() throws {
        let ground = try Playground()
        let outcome = try play(
            """
            \(RealClients.pickUp)
              - pointer: {move: {to: {window: target}}}
              - kill: {client: source, signal: KILL}
              - expect: {result: finished, within: 100ms}
            """, ground)
        #expect(
            outcome.output.contains("cancelled: its source was destroyed, or the source's application exited"),
            "\(outcome.output)")
    }
}
