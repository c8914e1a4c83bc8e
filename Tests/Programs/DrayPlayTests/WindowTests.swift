// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The placement of windows that maximize themselves, have another size, or have parents.
@Suite struct WindowTests {
    /// A program with one GTK 4 window, and additional lines before it is shown.
    private static func program(_ lines: String) -> String {
        """
        import gi
        gi.require_version('Gtk', '4.0')
        from gi.repository import GLib, Gtk
        window = Gtk.Window(title='Main', default_width=400, default_height=300, decorated=False)
        \(lines)
        window.present()
        GLib.MainLoop().run()
        """
    }

    private func scenario(_ program: String, _ ground: borrowing Playground, size: String, steps: String = "") -> String
    {
        """
        name: windows
        output: {size: 800x600}
        clients:
          app:
            command: [/usr/bin/python3, "\(program)", "\(ground.mark)"]
            environment: {GDK_BACKEND: wayland, GSK_RENDERER: cairo}
            windows: {w: {title: Main, position: [60, 50], size: \(size)}}
        steps:
          - wait: {window: w}
          - picture: {name: w, of: {window: w}}
          - picture: all
        \(steps)
        """
    }

    /// The width and height of a PNG file.
    private func size(of file: String) throws -> [Int] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)).prefix(24))
        return [16, 20].map { offset in bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test func aWindowThatMaximizesItselfIsPlacedByTheScenario() throws {
        let ground = try Playground()
        let program = try ground.write("app.py", Self.program("window.maximize()"))
        let outcome = try ground.run(yaml: scenario(program, ground, size: "300x200"))
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(try size(of: ground.path("run/w.png")) == [300, 200])
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        #expect(trace.contains("the window w is maximized or fullscreen"))
    }

    @Test func aWindowThatMaximizesItselfLaterStaysMaximized() throws {
        let ground = try Playground()
        let program = try ground.write(
            "app.py",
            Self.program("GLib.timeout_add(700, lambda: (window.maximize(), print('large', flush=True)) and False)"))
        let outcome = try ground.run(
            yaml: scenario(
                program, ground, size: "300x200",
                steps: """
                      - wait: {output: {client: app, text: large}}
                      - wait: {quiet: 300ms}
                      - picture: {name: large, of: {window: w}}
                    """))
        #expect(outcome.status == 0, "\(outcome.output)")
        // Parts outside of the screen are not in the screenshot.
        #expect(try size(of: ground.path("run/large.png")) == [800, 600])
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        #expect(trace.contains("the window w covers the screen: its position and size are applied"))
    }

    @Test func anUnmetSizeIsReported() throws {
        let ground = try Playground()
        let program = try ground.write("app.py", Self.program("window.set_size_request(500, 400)"))
        let outcome = try ground.run(yaml: scenario(program, ground, size: "300x200"))
        #expect(outcome.status == 0, "\(outcome.output)")
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        #expect(trace.contains("the window w is 500x400: its client did not take the requested 300x200"))
    }

    @Test func theLimitOfAWaitForWindowsCounts() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: """
                name: limit
                clients:
                  app:
                    command: [sh, -c, "exec sleep 100", "\(ground.mark)"]
                    windows: {w: {title: Never, position: [0, 0]}}
                    starts-within: 50s
                steps: [wait: {window: w, within: 300ms}]
                """)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("the window w did not appear within 0.3 seconds"), "\(outcome.output)")
        #expect(outcome.duration < 10)
    }

    @Test func aClientThatExitedIsStartedAgain() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: """
                name: again
                clients:
                  app: {command: [sh, -c, \
                        "[ -e been ] && echo again || { touch been; echo new; }; sleep 0.3", "\(ground.mark)"]}
                steps:
                  - start: app
                  - wait: {output: {client: app, text: new}}
                  - start: app
                  - expect: {client: {name: app, output: again}}
                """)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test func runsOfAMatrixHaveDistinctTitles() throws {
        let ground = try Playground()
        let file = try ground.write(
            "m.yaml", "name: same\nmatrix: {a: [one, two], b: [x]}\nsteps: [wait: {time: 100ms}]")
        let outcome = try ground.dray("run", "-o", ground.path("run"), file)
        #expect(outcome.status == 0, "\(outcome.output)")
        let junit = try String(contentsOfFile: ground.path("run/junit.xml"), encoding: .utf8)
        let page = try String(contentsOfFile: ground.path("run/report.html"), encoding: .utf8)
        for name in ["same (a: one, b: x)", "same (a: two, b: x)"] {
            #expect(outcome.output.contains(name))
            #expect(junit.contains("<testsuite name=\"\(name)\""))
            #expect(page.contains(name))
        }
    }

    @Test func timesOfAJUnitReportAddUp() throws {
        let ground = try Playground()
        let file = try ground.write("t.yaml", "name: t\nsteps: [wait: {time: 200ms}, wait: {time: 5min}, say: over]")
        #expect(try ground.dray("run", "-o", ground.path("run"), file).status == 0)
        let junit = try String(contentsOfFile: ground.path("run/junit.xml"), encoding: .utf8)
        func seconds(_ element: String) -> [Double] {
            junit.components(separatedBy: "<\(element) ").dropFirst().compactMap { part in
                part.split(separator: ">")[0].firstMatch(of: /\btime="([0-9.]+)"/).flatMap { Double($0.1) }
            }
        }
        // These are real times; the five minutes of scenario time are a separate property.
        let cases = seconds("testcase").reduce(0, +)
        #expect(cases > 0.2 && cases < 300, "\(cases)")
        let own = try #require(junit.firstMatch(of: /name="scenario-seconds" value="([0-9.]+)"/))
        #expect(Double(own.1).map { $0 > 300 } == true)
        #expect(abs(seconds("testsuite")[0] - cases) < 0.001)
        #expect(abs(seconds("testsuites")[0] - cases) < 0.001)
    }

    @Test func lastOutputNamesItsStream() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            client: "echo a warning >&2; echo half done; exec sleep 100",
            steps: "  - wait: {output: {client: client, text: all done}, within: 500ms}")
        #expect(outcome.status == 1)
        let words = "its last output: a warning (standard error), half done (standard output)"
        #expect(outcome.output.contains(words), "\(outcome.output)")
    }

    /// A dialog is centered on its parent window, and an unrelated window is placed next to it.
    @Test func dialogsAreOverTheirParents() throws {
        let ground = try Playground()
        let program = try ground.write(
            "app.py",
            Self.program(
                """
                dialog = Gtk.Window(title='Dialog', transient_for=window, default_width=100, \
                                    default_height=80, decorated=False)
                window.connect('map', lambda window: GLib.timeout_add(300, lambda: dialog.present()))
                """))
        setenv("XDG_RUNTIME_DIR", "", 1)
        setenv("GDK_BACKEND", "wayland", 1)
        setenv("GSK_RENDERER", "cairo", 1)
        let server = try ground.start(["serve", "--size", "900x700", "--", "/usr/bin/python3", program, ground.mark])
        #expect(server.waitFor("DRAY_SOCKET="))
        let line = server.text.split(separator: "\n").first { $0.hasPrefix("DRAY_SOCKET=") }
        let socket = String(try #require(line).dropFirst("DRAY_SOCKET=".count))
        var text = ""
        let deadline = Date() + 20
        while !text.contains("Dialog"), Date() < deadline {
            text = try ground.dray("ctl", "--socket", socket, "windows").output
            _ = try ground.dray("ctl", "--socket", socket, "wait", "100ms")
        }
        server.send(SIGTERM)
        _ = server.wait()
        var areas: [String: [Double]] = [:]
        for line in text.split(separator: "\n") {
            guard let match = line.firstMatch(of: /“(\w+)”.* at ([\d.-]+), ([\d.-]+)  size ([\d.]+)x([\d.]+)/) else {
                continue
            }
            areas[String(match.1)] = [match.2, match.3, match.4, match.5].compactMap { Double($0) }
        }
        let parent = try #require(areas["Main"], "\(text)")
        let dialog = try #require(areas["Dialog"], "\(text)")
        for axis in 0..<2 {
            #expect(abs(parent[axis] + parent[axis + 2] / 2 - dialog[axis] - dialog[axis + 2] / 2) <= 1, "\(text)")
        }
    }
}
