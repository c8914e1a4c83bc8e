// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Runs of the same scenario have the same trace if their programs are deterministic.
@Suite struct DeterminismTests {
    private static let title = "Wayland Drag and Drop Demo"

    /// The traces of several runs, line by line.
    private func traces(of yaml: String, runs: Int) throws -> [[Substring]] {
        let ground = try Playground()
        let file = try ground.write("scenario.yaml", yaml)
        return try (0..<runs).map { run in
            let outcome = try ground.dray("run", "-o", ground.path("run-\(run)"), file)
            try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
            return try String(contentsOfFile: ground.path("run-\(run)/trace.jsonl"), encoding: .utf8)
                .split(separator: "\n")
        }
    }

    /// The first difference of two traces, because a whole trace is too long for a test report; nil if there is none.
    private func firstDifference(_ trace: [Substring], _ other: [Substring]) -> String? {
        guard trace != other else { return nil }
        let same = zip(trace, other).prefix { $0 == $1 }.count
        return """
            line \(same + 1): \(trace.dropFirst(same).first ?? "the end")
            and not: \(other.dropFirst(same).first ?? "the end")
            """
    }

    @Test func tracesOfOneProgramAreTheSameToTheByte() throws {
        let traces = try traces(
            of: """
                name: alone
                output: {size: 960x600}
                clients:
                  demo: {command: [weston-dnd], windows: {demo: {title: \(Self.title), position: [60, 100]}}}
                steps:
                  - wait: {window: demo}
                  - pointer: {move: {to: {window: demo, at: [54, 155]}}}
                  - pointer: {press: left}
                  - wait: {event: {client: demo, name: wl_data_device.enter}}
                  - pointer: {move: {to: {window: demo, at: [134, 155]}, duration: 300ms}}
                  - expect: {action: move}
                  - pointer: {release: left}
                  - expect: {result: finished, action: move}
                  - wait: {quiet: 300ms}
                """, runs: 5)
        #expect(traces[0].count > 100)
        for trace in traces.dropFirst() { #expect(firstDifference(trace, traces[0]) == nil) }
    }

    /// Two programs run concurrently, so the order of their messages at the same time is undefined. Everything else is
    /// deterministic: the messages of each program and of the engine, and their times.
    @Test func tracesOfTwoProgramsAreTheSameForEach() throws {
        let traces = try traces(
            of: """
                name: two
                output: {size: 960x600}
                clients:
                  source: {command: [weston-dnd], windows: {source: {title: \(Self.title), position: [60, 100]}}}
                  target: {command: [weston-dnd], windows: {target: {title: \(Self.title), position: [520, 100]}}}
                steps:
                  - wait: {window: source}
                  - wait: {quiet: 300ms}
                  - start: target
                  - wait: {window: target}
                  - wait: {quiet: 300ms}
                  - drag: {from: {window: source, at: [54, 155]}, to: {window: target, at: [134, 155]}}
                  - expect: {result: finished, action: copy}
                  - wait: {quiet: 300ms}
                """, runs: 5)
        let own = traces.map { trace in
            ["\"client\":\"source\"", "\"client\":\"target\"", "\"kind\":\"engine\""].map { part in
                trace.filter { $0.contains(part) }
            }
        }
        #expect(own[0].allSatisfy { $0.count > 20 })
        for other in own.dropFirst() {
            for (part, first) in zip(other, own[0]) { #expect(firstDifference(part, first) == nil) }
        }
    }
}
