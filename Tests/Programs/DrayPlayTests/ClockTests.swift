// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The time of a run as applications perceive it, by their own clock and by time stamps.
@Suite struct ClockTests {
    private static let program = URL(fileURLWithPath: RealClients.folder).appendingPathComponent("clicks.py").path

    /// Runs a scenario with one window of a toolkit that counts presses.
    private func run(
        _ toolkit: String, _ ground: borrowing Playground, head: String = "", steps: String, arguments: [String] = []
    ) throws -> Playground.Outcome {
        let file = try ground.write(
            "scenario.yaml",
            """
            name: clicks
            output: {size: 640x480}
            \(head)
            clients:
              app:
                command: [/usr/bin/python3, "\(Self.program)", \(toolkit), Clicks, "\(ground.mark)"]
                environment: {GDK_BACKEND: wayland, GSK_RENDERER: cairo, QT_QPA_PLATFORM: wayland}
                windows: {w: {title: Clicks, position: [40, 40]}}
            steps:
              - wait: {window: w}
              - wait: {quiet: 200ms}
            \(steps)
            """)
        return try ground.start(["run", "-o", ground.path("run")] + arguments + [file]).wait()
    }

    /// The click counts of the toolkit, and the lag of time stamps behind its own clock, in milliseconds.
    private func presses(_ ground: borrowing Playground) throws -> [(number: Int, behind: Int)] {
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        return trace.matches(of: /"text":"press (\d+), (-?\d+) ms behind"/).compactMap {
            guard let number = Int($0.1), let behind = Int($0.2) else { return nil }
            return (number, behind)
        }
    }

    @Test(arguments: ["gtk3", "gtk4", "qt6"])
    func aPressAfterADoubleClickAndAWaitIsAFirstClick(toolkit: String) throws {
        let ground = try Playground()
        let outcome = try run(
            toolkit, ground,
            steps: """
                  - pointer: {click: {at: {window: w}, count: 2}}
                  - wait: {time: 60s}
                  - pointer: {press: left}
                  - pointer: {release: left}
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(try presses(ground).map(\.number) == [1, 2, 1])
        #expect(outcome.duration < 30, "what is over two seconds of a wait goes by as fast as clients answer")
    }

    /// Only `count` makes multiple clicks.
    @Test(arguments: ["gtk3", "gtk4", "qt6"])
    func aPressOfAnotherStepIsNotAFurtherClick(toolkit: String) throws {
        let ground = try Playground()
        let outcome = try run(
            toolkit, ground,
            steps: """
                  - pointer: {click: {at: {window: w}, count: 2}}
                  - pointer: {press: left}
                  - pointer: {release: left}
                  - pointer: {click: left}
                  - pointer: {click: left}
                  - pointer: {press: left}
                  - pointer: {release: left}
                  - pointer: {press: left}
                  - pointer: {release: left}
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(try presses(ground).map(\.number) == [1, 2, 1, 1, 1, 1, 2], "presses in a row are the file's")
    }

    @Test(arguments: ["gtk3", "gtk4", "qt6"])
    func timeStampsAreTheClientsOwnTime(toolkit: String) throws {
        let ground = try Playground()
        let outcome = try run(
            toolkit, ground,
            steps: """
                  - pointer: {click: {at: {window: w}}}
                  - wait: {time: 1s}
                  - pointer: {click: {at: {window: w}, count: 2}}
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        let behind = try presses(ground).map(\.behind)
        #expect(behind.count == 3)
        for distance in behind { #expect((0..<2000).contains(distance)) }
    }

    /// The duration of a run with only a wait; the start of programs takes a part of it.
    private func duration(of wait: String, head: String = "") throws -> Double {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: """
                name: wait
                \(head)
                clients: {app: {command: [sleep, "100"]}}
                steps:
                  - wait: \(wait)
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        return outcome.duration
    }

    @Test func waitsLastAsLongAsClientsPerceive() throws {
        #expect(try duration(of: "{time: 1s}") >= 1)
        let long = try duration(of: "{time: 10min}")
        #expect(long >= 2 && long < 30)
        #expect(try duration(of: "{real: 3s}") >= 3)
        #expect(try duration(of: "{time: 3s}", head: "clock: real") >= 3)
    }

    @Test(arguments: [(head: "clock: real", arguments: []), (head: "", arguments: ["--real-time"])])
    func realTimeIsTheClientsTime(head: String, arguments: [String]) throws {
        let ground = try Playground()
        let outcome = try run(
            "gtk4", ground, head: head,
            steps: """
                  - pointer: {click: {at: {window: w}, count: 2}}
                  - wait: {time: 700ms}
                  - pointer: {click: left}
                """, arguments: arguments)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(try presses(ground).map(\.number) == [1, 2, 1])
        for distance in try presses(ground).map(\.behind) { #expect((0..<2000).contains(distance)) }
    }

    @Test func aRunInRealTimeDoesNotWaitForHungClients() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: """
                name: hang
                clock: real
                clients:
                  app:
                    command: [sh, -c, '/usr/bin/python3 \(Self.program) gtk4 Clicks "$0" & pid=$!; until [ -e go ]; do
                      sleep 0.05; done; kill -STOP $pid; echo stopped; wait', "\(ground.mark)"]
                    environment: {GDK_BACKEND: wayland, GSK_RENDERER: cairo}
                    windows: {w: {title: Clicks, position: [0, 0]}}
                  helper: {command: [sh, -c, 'sleep 1.5; touch go', "\(ground.mark)"]}
                steps:
                  - wait: {window: w}
                  - wait: {output: {client: app, text: stopped}}
                  - pointer: {move: {to: {window: w}}}
                  - pointer: {click: left}
                  - say: Over
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.duration < 8)
        #expect(ground.leftovers.isEmpty)
    }

    /// A window under a hovering drag receives motions for five seconds (HIG-19). They do not count as activity.
    @Test(arguments: ["gtk3", "gtk4", "qt6"])
    func aHoveringDragIsQuiet(toolkit: String) throws {
        let ground = try Playground()
        let steps = """
              - wait: {windows: [source, target]}
              - wait: {quiet: 300ms}
            \(RealClients.pickUp)
              - pointer: {move: {to: {window: target}, duration: 600ms}}
              - wait: {quiet: 250ms}
              - expect: {action: copy}
              - pointer: {release: left}
              - expect: {result: finished}
            """
        let file = try ground.write(
            "scenario.yaml", RealClients.scenario(from: "gtk4", to: toolkit, mark: ground.mark, steps: steps))
        let outcome = try ground.start(["run", "-o", ground.path("run"), file]).wait()
        #expect(outcome.status == 0, "\(outcome.output)")
        let waits = try #require(try ground.results()["steps"] as? [[String: Any]])
            .filter { ($0["text"] as? String)?.hasPrefix("wait until nothing happens for 0.25") == true }
        let lasted = try #require(waits.first?["durationMicroseconds"] as? Int)
        #expect((250_000..<1_500_000).contains(lasted), "the wait took \(lasted) microseconds")
    }
}
