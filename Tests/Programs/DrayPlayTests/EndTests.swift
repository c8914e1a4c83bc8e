// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Clients that start late, are stopped and continued, and end: by exiting, by a signal, or by a protocol error.
@Suite struct EndTests {
    /// A client that sends an invalid request, and then behaves according to its argument.
    private static let breaker = """
        import os, signal, socket, struct, sys
        s = socket.socket(socket.AF_UNIX)
        s.connect(os.environ['XDG_RUNTIME_DIR'] + '/' + os.environ['WAYLAND_DISPLAY'])
        s.send(struct.pack('=IHH', 1, 77, 8))
        s.recv(4096)
        print('told', flush=True)
        if sys.argv[1] == 'stay': signal.pause()
        sys.exit(7)
        """

    private func breaks(_ manner: String, _ ground: borrowing Playground, steps: String) throws -> Playground.Outcome {
        let program = try ground.write("breaker.py", Self.breaker)
        return try ground.run(
            yaml: """
                name: test
                clients: {app: {command: [python3, "\(program)", \(manner), "\(ground.mark)"]}}
                steps:
                \(steps)
                """)
    }

    @Test func expectedEndsAreNoErrors() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: """
                name: test
                clients:
                  fails: {command: [sh, -c, "exit 3", "\(ground.mark)"]}
                  crashes: {command: [sh, -c, "kill -SEGV $$", "\(ground.mark)"]}
                  stays: {command: [sh, -c, "exec sleep 300", "\(ground.mark)"]}
                steps:
                  - wait: {time: 200ms}
                  - expect: {client: {name: fails, status: 3}}
                  - expect: {client: {name: crashes, signal: SEGV}}
                  - expect: {client: {name: crashes, running: false}}
                  - expect: {client: {name: stays, running: true}}
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(ground.leftovers.isEmpty)
    }

    @Test func anUnexpectedKindOfEndIsReported() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "exit 4",
            steps: """
                  - expect: {client: {name: client, status: 3}, within: 500ms}
                  - expect: {client: {name: client, signal: TERM}, within: 100ms}
                  - expect: {client: {name: client, protocol-error: {code: 1}}, within: 100ms}
                """)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("expected  client ends with status 3  (line"))
        #expect(outcome.output.contains("instead   it ended with status 4"))
        #expect(outcome.output.contains("expected  client breaks the protocol (1)"))
        #expect(outcome.output.contains("instead   it was sent no error"))
    }

    @Test func anEndAfterTheLastExpectationIsAnError() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "while [ ! -e go ]; do sleep 0.05; done; exit 5",
            steps: """
                  - expect: {client: {name: client, running: true}}
                  - wait: {output: {client: client, text: never}, within: 2s}
                """)
        #expect(outcome.output.contains("client did not write"), "\(outcome.output)")
        try ground.write("go", "")
        let second = try ground.run(
            client: "while [ ! -e go ]; do sleep 0.05; done; exit 5",
            steps: "  - wait: {output: {client: client, text: never}, within: 20s}")
        #expect(second.output.contains("client ended with status 5"), "\(second.output)")
    }

    @Test func aProtocolErrorIsReportedWithObjectCodeAndText() throws {
        let ground = try Playground()
        let outcome = try breaks("end", ground, steps: "  - wait: {output: {client: app, text: never}}")
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains("broke the protocol: wl_display#1, error 1: invalid method 77"), "\(outcome.output)"
        )
    }

    @Test func aClientThatContinuesAfterAProtocolErrorIsAnError() throws {
        let ground = try Playground()
        let outcome = try breaks("stay", ground, steps: "  - wait: {output: {client: app, text: never}}")
        #expect(outcome.output.contains("app broke the protocol: wl_display#1, error 1"), "\(outcome.output)")
        #expect(outcome.duration < 10)
        #expect(ground.leftovers.isEmpty)
    }

    @Test func aProtocolErrorCanBeExpected() throws {
        let ground = try Playground()
        let outcome = try breaks(
            "end", ground,
            steps: """
                  - expect: {client: {name: app, protocol-error: {object: wl_display, code: 1, text: invalid method}}}
                  - expect: {client: {name: app, status: 7}}
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func aClientStartsLateAndAgain() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: """
                name: test
                clients:
                  first: {command: [sh, -c, "echo one; exec sleep 300", "\(ground.mark)"]}
                  late: {command: [sh, -c, \
                         "[ -e been ] && echo again || { touch been; echo new; }; exec sleep 300", "\(ground.mark)"]}
                steps:
                  - expect: {client: {name: first, output: one}}
                  - expect: {client: {name: late, running: false}}
                  - start: late
                  - expect: {client: {name: late, running: true}}
                  - wait: {output: {client: late, text: new}}
                  - kill: late
                  - start: late
                  - expect: {client: {name: late, output: again}}
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(ground.leftovers.isEmpty)
    }

    @Test func aStoppedClientIsNotWaitedFor() throws {
        let ground = try Playground()
        let steps = """
              - wait: {windows: [source, target]}
              - wait: {quiet: 300ms}
              - kill: {client: target, signal: STOP}
            \(RealClients.pickUp)
              - pointer: {move: {to: {window: target}, duration: 600ms}}
              - wait: {time: 1s}
              - expect: {action: none}
              - kill: {client: target, signal: CONT}
              - expect: {action: copy}
              - pointer: {release: left}
              - expect: {result: finished, payload: {equals: a note}}
            """
        let outcome = try ground.run(
            yaml: RealClients.scenario(from: "gtk4", to: "gtk4", mark: ground.mark, steps: steps))
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.duration < 10, "once this took 10 s for every frame")
        #expect(ground.leftovers.isEmpty)
    }

    @Test func aStoppedClientMayBeKilled() throws {
        let ground = try Playground()
        let steps = """
              - wait: {windows: [source, target]}
              - kill: {client: target, signal: STOP}
              - kill: {client: target, signal: KILL}
              - expect: {client: {name: target, signal: KILL}}
            """
        let outcome = try ground.run(
            yaml: RealClients.scenario(from: "gtk4", to: "qt6", mark: ground.mark, steps: steps))
        #expect(outcome.status == 0, "\(outcome.output)")
    }
}
