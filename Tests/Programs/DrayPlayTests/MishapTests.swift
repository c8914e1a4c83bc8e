// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// Clients that misbehave: the run ends, reports the reason, and leaves nothing behind.
@Suite struct MishapTests {
    @Test func aClientThatExitsIsReportedWithItsStepAndLastOutput() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "echo out of luck >&2; exit 3", steps: "  - say: Hello\n  - wait: {window: window}")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("client ended with status 3; its last output: out of luck  (line 1"))
        let results = try ground.results()
        #expect(results["verdict"] as? String == "broken")
        let steps = try #require(results["steps"] as? [[String: Any]])
        #expect(steps.contains { $0["outcome"] as? String == "broken" && $0["line"] is Int })
    }

    @Test func aWindowThatNeverAppearsIsReportedWithTheExistingOnes() throws {
        let ground = try Playground()
        let outcome = try ground.run(client: "exec sleep 60", steps: "  - wait: {window: window}\n  - say: Never")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("the window window did not appear within 0.5 seconds"))
        #expect(outcome.output.contains("there is no window at all"))
        #expect(outcome.duration < 20)
        let steps = try #require(try ground.results()["steps"] as? [[String: Any]])
        #expect(steps.last?["outcome"] as? String == "notReached")
        #expect(ground.leftovers.isEmpty)
    }

    /// The state of an earlier drag does not apply to one that never started.
    @Test func aDragThatDoesNotBeginHasNoResult() throws {
        let ground = try Playground()
        let steps = """
              - wait: {windows: [source, target]}
              - drag: {from: {window: source}, to: {window: target}}
              - expect: {result: finished}
              - drag: {from: {window: target}, to: {window: source}, begins: false}
              - expect: {result: finished, within: 300ms}
            """
        let outcome = try ground.run(
            yaml: RealClients.scenario(from: "gtk4", to: "gtk4", mark: ground.mark, steps: steps))
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("instead   no drag began"), "\(outcome.output)")
        #expect(try ground.results()["failed"] as? Int == 1)
    }

    /// A launcher whose child process opens the window after the launcher has exited.
    @Test func aLauncherIsWaitedFor() throws {
        let ground = try Playground()
        let client = RealClients.folder + "/gtk4-dnd.py"
        let outcome = try ground.run(
            yaml: """
                name: test
                clients:
                  client:
                    command: [sh, -c, \
                        '(sleep 1; exec setsid /usr/bin/python3 \(client) --role target --title Late) \
                        & exit 0', \(ground.mark)]
                    windows: {late: {title: Late, position: [0, 0]}}
                    starts-within: 30s
                steps:
                  - wait: {window: late}
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(ground.leftovers.isEmpty)
    }

    /// A launcher counts as running as long as its children.
    @Test func aLauncherCountsAsRunning() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "setsid sh -c 'echo $$ >process; exec sleep 300' \"$0\" & exit 0",
            steps: """
                  - expect: {client: {name: client, status: 0}}
                  - expect: {client: {name: client, running: true}, within: 1s}
                  - expect: {client: {name: client, running: false}, within: 300ms}
                """)
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains("instead   it exited, but processes that it started are running"),
            "\(outcome.output)")
        #expect(try ground.results()["failed"] as? Int == 1)
        #expect(ground.leftovers.isEmpty)
    }

    @Test func aLauncherWithoutChildrenIsNotWaitedFor() throws {
        let ground = try Playground()
        let outcome = try ground.run(client: "echo bye; exit 0", steps: "  - wait: {window: window, within: 60s}")
        #expect(
            outcome.output.contains(
                "client ended, with all its child processes, before it had a window window; its last output: bye"),
            "\(outcome.output)")
        #expect(outcome.duration < 30)
    }

    @Test func aFailedExpectationDescribesTheActualStateAndTheRunContinues() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "echo apples; exec sleep 60",
            steps: """
                  - expect: {client: {name: client, output: pears}, within: 300ms}
                  - say: The end
                """)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("expected  client writes “… pears …”  (line"))
        #expect(outcome.output.contains("instead   it wrote: apples"))
        #expect(try ground.results()["verdict"] as? String == "failed")
        #expect(try ground.results()["failed"] as? Int == 1)
    }

    @Test func aFloodOfLinesNeitherHangsTheRunNorFillsTheTrace() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "yes", steps: "  - wait: {output: {client: client, text: y}}\n  - wait: {time: 200ms}")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.duration < 30)
        let trace = try FileManager.default.attributesOfItem(atPath: ground.path("run/trace.jsonl"))
        #expect(try #require(trace[.size] as? Int) < 8 << 20)
        #expect(ground.leftovers.isEmpty)
    }

    @Test func aFloodWithoutALineEndIsTruncated() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "head -c 20000000 /dev/zero | tr '\\\\0' x; echo; echo done",
            steps: "  - wait: {output: {client: client, text: done}}")
        #expect(outcome.status == 0, "\(outcome.output)")
        let trace = try FileManager.default.attributesOfItem(atPath: ground.path("run/trace.jsonl"))
        #expect(try #require(trace[.size] as? Int) < 1 << 20)
    }

    /// A client that floods the compositor with requests.
    @Test func aFloodOfRequestsIsReportedAndTruncated() throws {
        let ground = try Playground()
        let program = try ground.write(
            "flood.py",
            """
            import os, socket, struct
            s = socket.socket(socket.AF_UNIX)
            s.connect(os.environ['XDG_RUNTIME_DIR'] + '/' + os.environ['WAYLAND_DISPLAY'])
            # A process of its own: a thread of Python's may read too late, and the connection would be cut for that.
            if os.fork() == 0:
                while s.recv(65536): pass
                os._exit(0)
            print('on', flush=True)
            number = 2
            while True:
                s.sendall(b''.join(struct.pack('=IHHI', 1, 0, 12, number + i) for i in range(1000)))
            """)
        let outcome = try ground.run(
            yaml: """
                name: flood
                clients:
                  flood: {command: [python3, "\(program)", "\(ground.mark)"]}
                  other: {command: [sh, -c, "sleep 1; echo late; exec sleep 300", "\(ground.mark)"]}
                steps:
                  - wait: {output: {client: flood, text: on}}
                  - wait: {output: {client: other, text: late}}
                  - wait: {time: 1s}
                """)
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains("flood does not stop sending requests for 10 s"), "\(outcome.output)")
        let trace = try FileManager.default.attributesOfItem(atPath: ground.path("run/trace.jsonl"))
        #expect(try #require(trace[.size] as? Int) < 64 << 20)
        #expect(ground.leftovers.isEmpty)
    }

    @Test func outputWithoutALineEndCounts() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "printf 'name: '; exec sleep 60", steps: "  - wait: {output: {client: client, text: 'name: '}}")
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func childrenInOtherSessionsAreEndedWithTheRun() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: """
                setsid sh -c 'trap "" TERM HUP INT; (setsid sleep 300 &); echo ready; sleep 301' "$0" 2>&1 &
                """,
            steps: "  - wait: {output: {client: client, text: ready}}\n  - wait: {time: 100ms}")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.duration < 20)
        #expect(ground.leftovers.isEmpty)
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        #expect(trace.contains("clients left processes behind"))
    }

    @Test func aClientThatIgnoresSIGTERMIsKilled() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "trap '' TERM INT HUP; echo ready; while :; do sleep 1; done",
            steps: "  - wait: {output: {client: client, text: ready}}")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.duration < 15)
        #expect(ground.leftovers.isEmpty)
    }

    @Test func aStoppedClientIsEnded() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "echo ready; kill -STOP $$", steps: "  - wait: {output: {client: client, text: ready}}")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(ground.leftovers.isEmpty)
    }

    @Test func theTimeLimitEndsARun() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "exec sleep 300", steps: "  - wait: {output: {client: client, text: never}, within: 1000s}",
            timeLimit: 1)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("the run took longer than 1.0 seconds"))
        #expect(outcome.duration < 20)
        #expect(ground.leftovers.isEmpty)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func signalsEndTheRunAndItsClients(signal: Int32) throws {
        let ground = try Playground()
        let file = try ground.write(
            "scenario.yaml",
            Playground.scenario(
                client: "echo ready; setsid sleep 300 $0 & exec sleep 300", mark: ground.mark,
                steps: """
                      - wait: {output: {client: client, text: ready}}
                      - say: Waiting
                      - wait: {output: {client: client, text: never}, within: 1000s}
                    """))
        let command = try ground.start(["run", "-o", ground.path("run"), file])
        #expect(command.waitFor("Waiting"))
        command.send(signal)
        let outcome = command.wait()
        #expect(outcome.status == 128 + signal)
        #expect(outcome.output.contains("interrupted by SIG"))
        #expect(try ground.results()["verdict"] as? String == "broken")
        #expect(ground.leftovers.isEmpty)
    }
}

/// Clients with a window that stop answering.
@Suite struct HangTests {
    @Test func aClientThatNoLongerAnswersIsNamed() throws {
        let ground = try Playground()
        let program = RealClients.folder + "/gtk4-dnd.py"
        let outcome = try ground.run(
            yaml: """
                name: hang
                clients:
                  app:
                    command: [sh, -c, '/usr/bin/python3 \(program) --title W & pid=$!; until [ -e go ]; do sleep 0.05;
                      done; kill -STOP $pid; echo stopped; wait', "\(ground.mark)"]
                    windows: {w: {title: W, position: [0, 0]}}
                  helper: {command: [sh, -c, 'touch go', "\(ground.mark)"]}
                steps:
                  - wait: {window: w}
                  - start: helper
                  - wait: {output: {client: app, text: stopped}}
                  - pointer: {move: {to: {window: w}}}
                  - say: Never
                """)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("app does not answer for 10 s"), "\(outcome.output)")
        #expect(outcome.duration < 40)
        #expect(ground.leftovers.isEmpty)
    }
}
