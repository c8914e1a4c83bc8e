// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Repository
import Testing

/// The environment shared by clients besides the compositor, and the end of clients.
@Suite struct SessionTests {
    private static func scenario(_ head: String, _ script: String, mark: String, steps: String) -> String {
        let body = script.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
        return """
            name: test
            \(head)
            clients:
              app:
                command:
                  - sh
                  - -c
                  - |
            \(body)
                  - \(mark)
            steps:
            \(steps)
            """
    }

    @Test func clientsHaveAPrivateBus() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: Self.scenario(
                "description: none",
                """
                dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
                org.freedesktop.DBus.ListActivatableNames
                echo "bus $DBUS_SESSION_BUS_ADDRESS home $HOME tmp $TMPDIR"
                touch "$TMPDIR/left"
                """, mark: ground.mark,
                steps: """
                      - expect: {client: {name: app, status: 0}}
                      - expect: {client: {name: app, output: {matches: 'bus unix:path=.*/dray-[^/]*/bus'}}}
                      - expect: {client: {name: app, output: "home ${home} tmp "}}
                    """))
        #expect(outcome.status == 0, "\(outcome.output)")
        // It activates no services on its own.
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        #expect(trace.contains("org.freedesktop.DBus"))
        #expect(!trace.contains("org.freedesktop.FileManager1"))
        #expect(!trace.contains("left processes behind"))
        #expect(ground.leftovers.isEmpty)
    }

    @Test func oneBusEachIsNotShared() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: """
                name: test
                session: {bus: each}
                clients:
                  a: {command: [sh, -c, 'echo $DBUS_SESSION_BUS_ADDRESS; exec sleep 60', "\(ground.mark)"]}
                  b: {command: [sh, -c, 'echo $DBUS_SESSION_BUS_ADDRESS; exec sleep 60', "\(ground.mark)"]}
                steps:
                - expect: {client: {name: a, output: {matches: 'bus-a\\s'}}}
                - expect: {client: {name: b, output: {matches: 'bus-b\\s'}}}
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(ground.leftovers.isEmpty)
    }

    @Test func withoutABusClientsFindNone() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: Self.scenario(
                "session: {bus: none}", "dbus-send --session --dest=org.freedesktop.DBus / a.b.c || echo no bus",
                mark: ground.mark, steps: "  - expect: {client: {name: app, output: no bus}}"))
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func accessibilityIsAvailableOnRequest() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: Self.scenario(
                "session: {accessibility: true}",
                "dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.a11y.Bus.GetAddress\n"
                    + "exec sleep 60",
                mark: ground.mark,
                steps: "  - expect: {client: {name: app, output: {matches: 'string \"unix:'}}, within: 20s}"))
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(ground.leftovers.isEmpty)
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        #expect(!trace.contains("left processes behind"), "processes of the session belong to no client")
    }

    @Test func unavailablePartsAreMistakes() throws {
        let ground = try Playground()
        for (head, words) in [
            ("session: {services: [org.example.Missing]}", "there is no service `org.example.Missing`"),
            ("session: {bus: none, accessibility: true}", "services, accessibility and a portal require a bus"),
            ("session: {bus: two}", "unknown word `two`"),
            ("setup: [{file: ../x, text: y}]", "`../x` leads out of the run's home"),
            ("setup: [{file: /etc/x, text: y}]", "`/etc/x` leads out of the run's home"),
            ("setup: [{file: a/../.., text: y}]", "leads out of the run's home"),
            ("setup: [{folder: '${home}'}]", "is the run's home itself"),
            ("setup: [{file: ''}]", "this path is empty"),
            ("setup: [{file: x, from: missing}]", "there is no file `missing`"),
            ("setup: [{file: x, from: .}]", "there is no file `.`"),
            ("setup: [{file: x, text: a, size: 3}]", "cannot be combined with"),
            ("setup: [{folder: x, text: a}]", "`text` requires `file`"),
            ("setup: [{file: x}, {file: x/y}]", "`x/y` conflicts with `x`"),
            ("setup: [{file: x}, {folder: x}]", "`x` conflicts with `x`"),
        ] {
            let file = try ground.write("wrong.yaml", "name: a\n\(head)\nsteps: [say: b]\n")
            let outcome = try ground.dray("check", file)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(words), "\(head): \(outcome.errors)")
        }
    }

    @Test func theEnvironmentIsShownAndDocumented() throws {
        let ground = try Playground()
        let shown = try ground.dray("run", "--show-environment")
        #expect(shown.status == 0)
        let page = Repository.root + "/docs/scenario-reference.md"
        let text = try String(contentsOfFile: page, encoding: .utf8)
        let names = shown.output.split(separator: "\n").filter { $0.hasPrefix("  ") }.compactMap { line in
            line.split(separator: " ").first.map(String.init)
        }
        #expect(names.contains("HOME") && names.contains("DISPLAY"))
        for name in names {
            #expect(text.contains("`\(name.trimmingCharacters(in: [","]))`"), "\(name) is not in scenario-reference.md")
        }
        let file = try ground.write(
            "own.yaml", "name: a\nclients: {app: {command: [sh], environment: {MINE: yes}}}\nsteps: [say: b]\n")
        let own = try ground.dray("run", "--show-environment", "-o", ground.path("run"), file)
        #expect(own.output.contains("The client app also has:\n  MINE"), "\(own.output)\(own.errors)")
        #expect(own.output.contains(ground.path("run/home")))
        #expect(!FileManager.default.fileExists(atPath: ground.path("run")))
    }

    @Test func aWindowIsClosedGracefully() throws {
        let ground = try Playground()
        let program = try ground.write(
            "closing.py",
            """
            import gi, sys
            gi.require_version("Gtk", "3.0")
            from gi.repository import Gtk
            window = Gtk.Window(title="Closing")
            def closed(*_):
                open(sys.argv[1], "w").write("closed")
                Gtk.main_quit()
            window.connect("delete-event", closed)
            window.show_all()
            Gtk.main()
            """)
        let outcome = try ground.run(
            yaml: """
                name: test
                clients:
                  app:
                    command: [/usr/bin/python3, "\(program)", "\(ground.path("said"))", "\(ground.mark)"]
                    ends-within: 20s
                    windows: {window: {title: Closing, position: [0, 0]}}
                steps: [wait: {window: window}]
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(try String(contentsOfFile: ground.path("said"), encoding: .utf8) == "closed")
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        #expect(trace.contains(#""change":"exited""#) || trace.contains(#""status":0"#), "it exited regularly")
    }

    @Test func titlesAndTheEndOfAWindowAreWaitedFor() throws {
        let ground = try Playground()
        let program = try ground.write(
            "titles.py",
            """
            import gi, os
            gi.require_version("Gtk", "3.0")
            from gi.repository import Gtk, GLib
            window = Gtk.Window(title="One")
            window.show_all()
            def look():
                if os.path.exists("two"): window.set_title("Two words")
                if os.path.exists("end"): window.hide()
                return True
            GLib.timeout_add(20, look)
            Gtk.main()
            """)
        let mark = ground.mark
        func yaml(_ steps: String) -> String {
            """
            name: test
            clients:
              app:
                command: [/usr/bin/python3, "\(program)", "\(mark)"]
                directory: "${home}"
                windows: {window: {title: One, position: [0, 0]}}
              helper: {command: [sh, -c, 'touch two; sleep 0.5; touch end'], directory: "${home}"}
            steps:
            - wait: {window: window}
            \(steps)
            """
        }
        let outcome = try ground.run(
            yaml: yaml(
                """
                - wait: {title: {window: window, equals: One}}
                - start: helper
                - wait: {title: {window: window, text: words}}
                - wait: {title: {window: window, matches: "^Two"}}
                - wait: {gone: window}
                """))
        #expect(outcome.status == 0, "\(outcome.output)")
        let wrong = try ground.run(
            yaml: yaml("- wait: {title: {window: window, text: three}, within: 200ms}\n- start: helper"))
        #expect(wrong.output.contains("the title of window was not “… three …” within"), "\(wrong.output)")
        #expect(wrong.output.contains("it is “One”"), "\(wrong.output)")
        let there = try ground.run(yaml: yaml("- wait: {gone: window, within: 200ms}\n- start: helper"))
        #expect(there.output.contains("window (“One”) was still there after"), "\(there.output)")
    }

    @Test func aClientThatDoesNotExitIsReportedAndKilled() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: """
                name: test
                clients:
                  app:
                    command: [sh, -c, 'trap "" TERM; echo ready; while :; do sleep 0.05; done', "\(ground.mark)"]
                    ends-within: 300ms
                steps: [wait: {output: {client: app, text: ready}}]
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        #expect(trace.contains("app did not end within 0.3 seconds after SIGTERM, and was killed"), "\(trace)")
        #expect(ground.leftovers.isEmpty)
    }

    @Test func nothingIsLeftAfterAnInterruption() throws {
        let ground = try Playground()
        let file = try ground.write(
            "long.yaml",
            Self.scenario(
                "setup: [{file: a.txt, text: one}]", "echo ready; exec sleep 300", mark: ground.mark,
                steps: "  - wait: {output: {client: app, text: ready}}\n"
                    + "  - wait: {output: {client: app, text: never}, within: 60s}"))
        let command = try ground.start(["run", "-o", ground.path("run"), file])
        #expect(command.waitFor("wait until app writes"))
        command.send(SIGINT)
        let outcome = command.wait()
        #expect(outcome.status == 130, "\(outcome.output)")
        #expect(!FileManager.default.fileExists(atPath: ground.path("run/home")))
        #expect(ground.leftovers.isEmpty)
    }

    /// Processes started by the bus belong to no client. The document portal mounts a file system in the runtime
    /// folder.
    @Test(
        .enabled(
            if: ["/usr/libexec/xdg-document-portal", "/dev/fuse"].allSatisfy(FileManager.default.fileExists(atPath:))),
        arguments: [false, true])
    func nothingStaysMounted(isKilled: Bool) throws {
        let ground = try Playground()
        let folder = "/tmp/m-\(ground.mark.suffix(12))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ground.write(
            "mounts.yaml",
            Self.scenario(
                "session: {services: all}",
                """
                dbus-send --session --print-reply --dest=org.freedesktop.portal.Documents \
                  /org/freedesktop/portal/documents org.freedesktop.portal.Documents.GetMountPoint >/dev/null
                grep -c "$XDG_RUNTIME_DIR/doc fuse" /proc/self/mounts
                echo ready; exec sleep 300
                """, mark: ground.mark,
                steps: "  - wait: {output: {client: app, text: ready}, within: 30s}\n"
                    + (isKilled ? "  - say: Mounted\n  - wait: {real: 300s}\n" : "")))
        let command = try ground.start(["run", "-o", ground.path("run"), file], environment: ["TMPDIR": folder])
        if isKilled {
            #expect(command.waitFor("Mounted", seconds: 40), "\(command.text)")
            command.send(SIGKILL)
        }
        _ = command.wait()
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        // In a container without permission to mount, there is nothing to unmount.
        guard trace.contains("\"text\":\"1\"") else { return }
        let end = Date() + 20
        let left = { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
        while !left().isEmpty, Date() < end { usleep(10_000) }
        #expect(left() == [])
        let mounts = try String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
        #expect(!mounts.contains(folder))
    }

    /// The cleanup after a killed run: the bus exits as well.
    @Test func theBusEndsWithAKilledRun() throws {
        let ground = try Playground()
        let file = try ground.write(
            "long.yaml",
            Self.scenario(
                "description: none",
                "echo $DBUS_SESSION_BUS_ADDRESS >\(ground.path("address"))\n"
                    + "echo $$ >\(ground.path("process"))\necho ready; exec sleep 300",
                mark: ground.mark,
                steps: "  - wait: {output: {client: app, text: ready}}\n"
                    + "  - wait: {output: {client: app, text: never}, within: 60s}"))
        let command = try ground.start(["run", "-o", ground.path("run"), file])
        #expect(command.waitFor("wait until app writes"))
        let address = try String(contentsOfFile: ground.path("address"), encoding: .utf8)
        let path = try #require(address.split(separator: "=").last?.trimmingCharacters(in: .newlines))
        let bus = "--config-file=\(path).conf"
        #expect(!Playground.processes(mentioning: bus).isEmpty)
        let client = try pid_t(
            String(contentsOfFile: ground.path("process"), encoding: .utf8).trimmingCharacters(in: .newlines))
        command.send(SIGKILL)
        let end = Date() + 20
        while !Playground.processes(mentioning: bus).isEmpty, Date() < end { usleep(10_000) }
        #expect(Playground.processes(mentioning: bus).isEmpty, "the bus has ended")
        // It holds the pipe that Foundation waits for.
        if let client { kill(client, SIGKILL) }
        _ = command.wait()
    }
}
