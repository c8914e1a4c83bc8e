// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestTimeout
import Testing

/// The X server of a run: what clients find of it, and that nothing of it is left. What its windows do is in
/// `Tests/Scenarios/x11-*.yaml`.
@Suite struct XwaylandTests {
    private static func scenario(_ script: String, mark: String, steps: String) -> String {
        """
        name: test
        session: {xwayland: true, bus: none}
        clients:
          app:
            command: [sh, -c, '\(script)', \(mark)]
        steps:
        \(steps)
        """
    }

    /// In a client's shell: where the socket of its display is, and which file that is. Displays of other runs have the number
    /// at once when one is free.
    private static let tellsSocket =
        "file=/tmp/.X11-unix/X$(echo $DISPLAY | tr -d :); which() { stat -c %i.%.9Z $file 2>/dev/null; }"

    /// The socket of a display that a client has told of, as `socket=PATH=WHICH`.
    private struct DisplaySocket {
        private let path: String
        private let which: String

        init(toldIn output: String) throws {
            let words = try #require(output.split { $0.isWhitespace || $0 == "\"" }.last { $0.hasPrefix("socket=/") })
            let parts = words.split(separator: "=")
            try #require(parts.count == 3)
            (path, which) = (String(parts[1]), String(parts[2]))
        }

        var isThere: Bool {
            var status = stat()
            guard lstat(path, &status) == 0 else { return false }
            return String(
                format: "%llu.%ld.%09ld", UInt64(status.st_ino), status.st_ctim.tv_sec, status.st_ctim.tv_nsec) == which
        }
    }

    private func trace(of ground: borrowing Playground) throws -> String {
        try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
    }

    @Test func clientsFindItAndNothingIsLeft() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: Self.scenario(
                "\(Self.tellsSocket); echo socket=$file=$(which); test -S $file", mark: ground.mark,
                steps: "  - expect: {client: {name: app, status: 0}}"))
        #expect(outcome.status == 0, "\(outcome.output)")
        let trace = try trace(of: ground)
        #expect(try !DisplaySocket(toldIn: trace).isThere)
        #expect(!trace.contains("left processes behind"))
        #expect(ground.leftovers.isEmpty)
    }

    @Test(arguments: [SIGINT, SIGKILL])
    func nothingIsLeftOfARunThatIsEnded(signal: Int32) throws {
        let ground = try Playground()
        let told = ground.path("told")
        let file = try ground.write(
            "scenario.yaml",
            Self.scenario(
                "\(Self.tellsSocket); echo pid=$$ socket=$file=$(which) > \(told); echo ready; exec sleep 100",
                mark: ground.mark,
                steps: """
                      - wait: {output: {client: app, text: ready}}
                      - say: Waiting
                      - wait: {output: {client: app, text: never}, within: 1000s}
                    """))
        // One that is killed leaves its folders.
        let command = try ground.start(
            ["run", "-o", ground.path("run"), file], environment: ["TMPDIR": ground.folder.path])
        #expect(command.waitFor("Waiting", seconds: 60))
        let words = try String(contentsOfFile: told, encoding: .utf8)
        let socket = try DisplaySocket(toldIn: words)
        // Nobody ends the client of a run that was killed.
        let client = try #require(words.split(separator: " ").first.flatMap { pid_t($0.dropFirst("pid=".count)) })
        defer { if signal == SIGKILL { kill(client, SIGKILL) } }
        #expect(socket.isThere)
        command.send(signal)
        // Foundation takes a process for running as long as one that it has started does.
        if signal != SIGKILL { _ = command.wait() }
        // Without us it ends by itself, as soon as it sees that nobody is there.
        let end = Date().addingTimeInterval(20 * timeoutFactor)
        while Date() < end, socket.isThere { usleep(20_000) }
        #expect(!socket.isThere)
    }

    @Test func oneThatIsKilledIsToldOfAndTidiedUpAfter() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: Self.scenario(
                """
                \(Self.tellsSocket); mine=$(which); kill -9 $(pgrep -P $PPID Xwayland); \
                while test "$(which)" = "$mine"; do sleep 0.1; done; echo gone
                """,
                mark: ground.mark,
                steps: """
                      - wait: {output: {client: app, text: gone}, within: 20s}
                      - expect: {client: {name: app, status: 0}}
                    """))
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(try trace(of: ground).contains("Xwayland has ended"))
    }

    @Test func withoutTheProgramItIsAMistake() throws {
        let ground = try Playground()
        let file = try ground.write("wrong.yaml", "name: a\nsession: {xwayland: true}\nsteps: [say: b]\n")
        let outcome = try ground.start(["check", file], environment: ["PATH": ground.folder.path]).wait()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("there is no program Xwayland"), "\(outcome.errors)")
        #expect(outcome.errors.contains("the package xwayland"), "\(outcome.errors)")
    }
}
