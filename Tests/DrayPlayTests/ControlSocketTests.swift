// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import DrayPlay
@testable import DrayScenario

/// What the control socket understands besides the commands of people. What it answers is held against its schema by the
/// tests of the Python package.
@Suite struct ControlSocketTests {
    @Test func aRequestIsACommandWithMore() throws {
        let request = try ControlWire.request(
            #"{"id": 3, "command": ["start", "a b", "-c"], "name": "n", "environment": {"A": "1"}, "directory": "/tmp"}"#
        )
        #expect(request.id == 3)
        let launch = ControlCommand.Launch(
            command: ["a b", "-c"], name: "n", environment: ["A": "1"], directory: "/tmp")
        #expect(try ControlWire.command(request) == .start(launch))
        let drag = try ControlWire.request(##"{"command": ["drag", "#1", "30%", "40", "#2", "center", "1s"]}"##)
        let place = Location(1, 1)
        #expect(
            try ControlWire.command(drag)
                == .drag(
                    from: .window(Located("#1", at: place), at: .offset(x: .share(0.3), y: .points(40))),
                    to: .window(Located("#2", at: place), at: .named(.center)), .seconds(1)))
    }

    @Test(arguments: [
        ("{", "no request"), (#"{"command": 1}"#, "no request"), (#"{"id": "1", "command": ["state"]}"#, "no request"),
        (#"{"command": []}"#, "an empty line"), (#"{"command": ["stat"]}"#, "did you mean `state`?"),
        (#"{"command": ["state"], "name": "x"}"#, "are for `start`, not for `state`"),
    ])
    func whatIsNoRequestIsTold(line: String, reason: String) {
        #expect {
            _ = try ControlWire.command(ControlWire.request(line))
        } throws: { error in
            (error as? ControlMistake)?.description.contains(reason) == true
        }
    }

    @Test func itEndsWithItsInput() throws {
        let ground = try Playground()
        // The input of a command of tests is at its end from the beginning.
        let outcome = try ground.dray("serve", "--home", ground.path("home"), "--until-eof")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("HOME=\(ground.path("home"))"))
    }

    @Test func aHomeThatIsSomebodysOwnIsNotTouched() throws {
        let ground = try Playground()
        try FileManager.default.createDirectory(atPath: ground.path("home"), withIntermediateDirectories: true)
        try ground.write("home/mine.txt", "mine")
        let outcome = try ground.dray("serve", "--home", ground.path("home"), "--until-eof")
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("it is not of an earlier run"))
        #expect(FileManager.default.fileExists(atPath: ground.path("home/mine.txt")))
    }

    @Test func aWholeDragIsOneCommand() throws {
        let ground = try Playground()
        let clients = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Clients").path
        let server = try ground.start(["serve", "--home", ground.path("home")])
        try #require(server.waitFor("HOME="))
        let line = server.text.split(separator: "\n").first { $0.hasPrefix("DRAY_SOCKET=") }
        let socket = String(try #require(line).dropFirst("DRAY_SOCKET=".count))
        func ctl(_ words: String...) throws -> Playground.Outcome {
            try ground.start(["ctl", "--socket", socket] + words).wait()
        }
        for (role, title, place) in [("source", "Source", "20"), ("target", "Target", "600")] {
            let started = try ctl(
                "start", "/usr/bin/python3", "\(clients)/gtk4-dnd.py", "--role", role, "--title", title, "--text",
                "hello")
            #expect(started.status == 0, "\(started.errors)")
            try #require(server.waitFor("\"title\": \"\(title)\""))
            #expect(try ctl("place", title, place, "20").status == 0)
        }
        let none = try ctl("drag", "Target", "top", "10", "700")
        #expect(none.errors.contains("no drag began"), "\(none.output)\(none.errors)")
        let drag = try ctl("drag", "Source", "center", "Target", "center")
        #expect(drag.output == "drag: finished\naction: copy\n", "\(drag.errors)")
        #expect(try ctl("payload", ground.path("read")).status == 0)
        #expect(try String(contentsOfFile: ground.path("read"), encoding: .utf8) == "hello")
        #expect(try ctl("payload", ground.path("read"), "image/png").errors.contains("but as text/plain"))
        #expect(try ctl("listen").errors.contains("ask for it in JSON"))
        #expect(try ctl("quit").status == 0)
        #expect(server.wait().status == 0)
    }
}
