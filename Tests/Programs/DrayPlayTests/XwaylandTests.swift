// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestTimeout
import Testing

/// The X server of a run: its availability to clients, and its cleanup. `Tests/EndToEnd/Scenarios/x11-*.yaml` test its
/// windows.
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

    /// A shell command that prints the path and inode of the display's socket. A free display number is reused
    /// immediately by other runs.
    private static let tellsSocket =
        "file=/tmp/.X11-unix/X$(echo $DISPLAY | tr -d :); which() { stat -c %i.%.9Z $file 2>/dev/null; }"

    /// The socket of a display as printed by a client, `socket=PATH=INODE`.
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

    @Test func clientsFindItAndNothingRemains() throws {
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
    func nothingRemainsOfAnEndedRun(signal: Int32) throws {
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
        // A killed run leaves its folders.
        let command = try ground.start(
            ["run", "-o", ground.path("run"), file], environment: ["TMPDIR": ground.folder.path])
        #expect(command.waitFor("Waiting", seconds: 60))
        let words = try String(contentsOfFile: told, encoding: .utf8)
        let socket = try DisplaySocket(toldIn: words)
        // The client of a killed run is not ended.
        let client = try #require(words.split(separator: " ").first.flatMap { pid_t($0.dropFirst("pid=".count)) })
        defer { if signal == SIGKILL { kill(client, SIGKILL) } }
        #expect(socket.isThere)
        command.send(signal)
        // Foundation treats a process as running as long as one of its children.
        if signal != SIGKILL { _ = command.wait() }
        // Without this process it exits, because its connections are closed.
        let end = Date().addingTimeInterval(20 * timeoutFactor)
        while Date() < end, socket.isThere { usleep(20_000) }
        #expect(!socket.isThere)
    }

    @Test func aKilledServerIsReportedAndCleanedUp() throws {
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

    @Test func aMissingProgramIsAMistake() throws {
        let ground = try Playground()
        let file = try ground.write("wrong.yaml", "name: a\nsession: {xwayland: true}\nsteps: [say: b]\n")
        let outcome = try ground.start(["check", file], environment: ["PATH": ground.folder.path]).wait()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("there is no program Xwayland"), "\(outcome.errors)")
        #expect(outcome.errors.contains("the package xwayland"), "\(outcome.errors)")
    }
}
