// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import DrayPlay
@testable import DrayScenario

/// `dray serve` and `dray ctl` on the command line.
@Suite struct ServeTests {
    /// Starts `dray serve`, with its sockets in the playground.
    private func serve(_ ground: borrowing Playground, _ arguments: [String]) throws -> (Command, socket: String) {
        setenv("XDG_RUNTIME_DIR", "", 1)
        let command = try ground.start(["serve"] + arguments)
        try #require(command.waitFor("DRAY_SOCKET="))
        let line = command.text.split(separator: "\n").first { $0.hasPrefix("DRAY_SOCKET=") }
        return (command, String(try #require(line).dropFirst("DRAY_SOCKET=".count)))
    }

    @Test func commandsMoveThePointerAndMistakesAreExplained() throws {
        let ground = try Playground()
        let (server, socket) = try serve(ground, ["--size", "400x300"])
        func ctl(_ words: String...) throws -> Playground.Outcome {
            try ground.start(["ctl", "--socket", socket] + words).wait()
        }
        #expect(try ctl("move", "100", "200").status == 0)
        #expect(try ctl("state").output.contains("pointer: 100, 200"))
        let typo = try ctl("pres")
        #expect(typo.status == 1)
        #expect(typo.errors.contains("did you mean `press`?"))
        #expect(try ctl("release").errors.contains("the left button is not down"))
        #expect(try ctl("move", "Nowhere").errors.contains("there is no window “Nowhere”"))
        #expect(try ctl("shot", ground.path("a.png")).status == 0)
        let picture = try Data(contentsOf: ground.folder.appendingPathComponent("a.png"))
        #expect(picture.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
        #expect(try ctl("quit").status == 0)
        #expect(server.wait().status == 0)
        #expect(try ctl("state").status == 2)
    }

    /// In playback, the clicks of separate steps are separate.
    @Test func aDoubleClickIsRecordedAsOne() throws {
        let ground = try Playground()
        let (server, socket) = try serve(ground, ["--record", ground.path("clicks.yaml")])
        try ground.write("commands", "move 50 50\npress\nrelease\npress\nrelease\nwait 1s\nclick\nmove 90 90\nquit\n")
        let ctl = Process()
        ctl.executableURL = Playground.program
        ctl.arguments = ["ctl", "--socket", socket]
        ctl.standardInput = FileHandle(forReadingAtPath: ground.path("commands"))
        try ctl.run()
        ctl.waitUntilExit()
        #expect(server.wait().status == 0)
        let text = try String(contentsOfFile: ground.path("clicks.yaml"), encoding: .utf8)
        let counts = text.matches(of: /count: (\d+)/).map { String($0.1) }
        #expect(counts == ["2", "1"], "\(text)")
    }

    @Test func aMovementTakesItsTime() throws {
        let ground = try Playground()
        let (server, socket) = try serve(ground, [])
        let begin = Date()
        #expect(try ground.dray("ctl", "--socket", socket, "move", "300", "200", "300ms").status == 0)
        #expect(Date().timeIntervalSince(begin) > 0.25)
        #expect(try ground.dray("ctl", "--socket", socket, "state").output.contains("pointer: 300, 200"))
        server.send(SIGTERM)
        #expect(server.wait().status == 128 + SIGTERM)
    }

    @Test func itEndsWithItsProgramAndLeavesNothing() throws {
        let ground = try Playground()
        let (server, _) = try serve(
            ground, ["--", "sh", "-c", "setsid sleep 300 & echo on $WAYLAND_DISPLAY; sleep 0.1; exit 7", ground.mark])
        let outcome = server.wait()
        #expect(outcome.status == 7)
        #expect(outcome.output.contains("sh: on wayland-0"))
        #expect(ground.leftovers.isEmpty)
    }

    /// A client that repeatedly violates the protocol does not flood the log; the number of suppressed lines is
    /// reported.
    @Test func aReconnectingClientDoesNotFloodTheLog() throws {
        let ground = try Playground()
        let mistakes = """
            import os, socket, struct
            path = os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])
            for _ in range(300):
                client = socket.socket(socket.AF_UNIX)
                client.connect(path)
                client.sendall(struct.pack("=II", 999, 8 << 16))
                while client.recv(4096): pass
            """
        let (server, _) = try serve(ground, ["--", "/usr/bin/python3", "-c", mistakes])
        let outcome = server.wait()
        #expect(outcome.status == 0)
        let said = outcome.output + outcome.errors
        let lines = said.split(separator: "\n").count { $0.contains("error in client communication") }
        #expect((1...60).contains(lines), "\(said)")
        #expect(said.contains("lines of libwayland were left out"))
    }

    @Test func aRecordingPlaysAgain() throws {
        let ground = try Playground()
        let recording = ground.path("recording.yaml")
        let clients = RealClients.folder
        let (server, socket) = try serve(
            ground,
            [
                "--record", recording, "--", "/usr/bin/python3", "\(clients)/gtk4-dnd.py", "--role", "source",
                "--title", "Source", "--text", "hello",
            ])
        func ctl(_ words: String...) throws {
            let outcome = try ground.start(["ctl", "--socket", socket] + words).wait()
            try #require(outcome.status == 0, "\(words): \(outcome.errors)")
        }
        try ctl("start", "/usr/bin/python3", "\(clients)/gtk4-dnd.py", "--role", "target", "--title", "Target")
        try #require(server.waitFor("\"title\": \"Source\""))
        try #require(server.waitFor("\"title\": \"Target\""))
        try ctl("place", "Source", "20", "20")
        try ctl("place", "Target", "500", "20")
        try ctl("move", "Source")
        try ctl("press")
        try ctl("move", "Source", "60%", "60%", "200ms")
        try #require(server.waitFor("drag-begin"))
        try ctl("move", "Target", "200ms")
        try #require(server.waitFor("drag-enter"))
        try ctl("wait", "200ms")
        try ctl("release")
        try #require(server.waitFor("drag-end"))
        try ctl("quit")
        #expect(server.wait().status == 0)
        let text = try String(contentsOfFile: recording, encoding: .utf8)
        #expect(text.contains("- expect: {target: target, action: copy}"), "\(text)")
        #expect(text.contains("- expect: {action: copy, result: finished}"), "\(text)")
        let played = try ground.dray("run", "-o", ground.path("again"), recording)
        #expect(played.status == 0, "\(played.output)\n\(text)")
    }

    @Test func aScenarioIsRecordedAgainWithItsClients() throws {
        let ground = try Playground()
        let clients = RealClients.folder
        let base = try ground.write(
            "base.yaml",
            """
            name: base
            settings: {reduce-motion: true, modifiers: {ctrl+shift: ask}}
            clients:
              app:
                command: [/usr/bin/python3, \(clients)/gtk3-dnd.py, --title, App]
                environment: {WORD: "a ${b"}
                windows: {app: {title: App, position: [33, 44], size: 400x300}}
            steps:
              - say: This is left out.
            """.replacingOccurrences(of: "a ${b", with: "a $${b"))
        let recording = ground.path("new.yaml")
        setenv("XDG_RUNTIME_DIR", "", 1)
        let server = try ground.start(["run", "--record", recording, base])
        try #require(server.waitFor("\"mapped\""))
        let line = server.text.split(separator: "\n").first { $0.hasPrefix("DRAY_SOCKET=") }
        let socket = String(try #require(line).dropFirst("DRAY_SOCKET=".count))
        for words in [["wait", "100ms"], ["click", "right"], ["key", "ctrl+a"], ["quit"]] {
            let outcome = try ground.start(["ctl", "--socket", socket] + words).wait()
            #expect(outcome.status == 0, "\(words): \(outcome.errors)")
        }
        #expect(server.wait().status == 0)
        let before = try ScenarioFile(path: base, runDirectory: "run").scenarios[0]
        let after = try ScenarioFile(path: recording, runDirectory: "run").scenarios[0]
        #expect(after.clients[0].command == before.clients[0].command)
        #expect(after.clients[0].environment == before.clients[0].environment)
        #expect(after.clients[0].windows.map(\.match) == before.clients[0].windows.map(\.match))
        #expect(after.clients[0].windows.map(\.size) == before.clients[0].windows.map(\.size))
        #expect(after.settings.modifiers?.map(\.modifiers) == before.settings.modifiers?.map(\.modifiers))
        #expect(after.settings.reduceMotion)
        #expect(after.steps.count >= 4)
        let played = try ground.dray("run", "-o", ground.path("again"), recording)
        #expect(played.status == 0, "\(played.output)")
    }

    @Test(arguments: ControlHelp.entries.map(\.name)) func everyCommandExplainsItself(name: String) throws {
        #expect(try ControlHelp.text(for: name).first?.hasPrefix(name) ?? false)
        // Each command rejects an extra word or, if it takes all words, a missing one, and shows its syntax.
        let takesAll = ["start", "menu", "menu-at", "menu-of", "select", "drag-items"].contains(name)
        let words = [name] + Array(repeating: "~", count: takesAll ? 0 : 12)
        let mistake = #expect(throws: ControlMistake.self) { try ControlCommand(words: words) }
        #expect(mistake?.description.contains("usage: \(name)") ?? false)
    }

    @Test(arguments: [["a"], ["a b", ""], ["\"", "\\"], ["tab\there", "line\nend"], ["한국어", "a\"b c"]])
    func wordsRoundTripThroughALine(words: [String]) throws {
        let line = CommandTokens.join(words)
        #expect(!line.contains("\n"))
        #expect(try CommandTokens.split(line) == words)
    }
}
