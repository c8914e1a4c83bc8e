// SPDX-License-Identifier: MIT

import DrayCore
import Foundation
import Glibc
import Testing

@testable import DrayPlay
@testable import DrayScenario

/// The JSON protocol of the control socket. The tests of the Python package validate its answers against the schema.
@Suite struct ControlSocketTests {
    @Test func aRequestContainsACommand() throws {
        let request = try ControlWire.request(
            #"{"id": 3, "command": ["start", "a b", "-c"], "name": "n", "environment": {"A": "1"}, "#
                + #""directory": "/tmp"}"#
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
                    Drag(
                        from: .window(Located("#1", at: place), at: .offset(x: .share(0.3), y: .points(40))), via: [],
                        to: .window(Located("#2", at: place), at: .named(.center)), duration: .seconds(1),
                        easing: .easeInOut, button: .left, location: place)))
    }

    @Test func aDragHasWaypoints() throws {
        let place = Location(1, 1)
        let (notes, mail) = (Located("Notes", at: place), Located("Mail", at: place))
        let several = Drag(
            from: .window(mail, at: .named(.top)), companions: [.window(notes, at: .named(.center))],
            via: [.screen(ScreenPoint(x: 640, y: 20)), .content(mail, at: .offset(x: .points(3), y: .share(0.5)))],
            to: .window(notes, at: .named(.center)), duration: .seconds(2), easing: .linear, button: .right,
            location: place)
        #expect(
            try ControlCommand(
                line: "drag-items Notes Mail top via 640 20 via Mail in=content 3 50% Notes 2s easing=linear "
                    + "button=right")
                == .drag(several))
        let named = AccessName(name: Located("Photo", at: place))
        let move = Motion(
            path: [.named(named, in: notes, at: nil), .screen(ScreenPoint(x: 1, y: 2))], duration: .zero,
            easing: .easeInOut, location: place)
        #expect(try ControlCommand(line: "move via Notes name=Photo 1 2") == .pointer(.move(move)))
        #expect(
            try ControlCommand(line: "pen-move 1 2 0.5")
                == .pen(
                    .move(
                        Motion(
                            path: [.screen(ScreenPoint(x: 1, y: 2))], duration: .zero, easing: .easeInOut,
                            location: place), pressure: 0.5)))
    }

    /// Consecutive windows without offsets are separate places.
    @Test(arguments: [["#1", "#2"], ["Notes", "Mail"], ["Notes", "via", "Shelf", "Mail"]])
    func windowsNeedNoOffsets(words: [String]) throws {
        guard case .drag(let drag) = try ControlCommand(words: ["drag"] + words) else {
            Issue.record("no drag")
            return
        }
        #expect(drag.from == .window(Located(words[0], at: Location(1, 1)), at: .named(.center)))
        #expect(drag.to == .window(Located(words[words.count - 1], at: Location(1, 1)), at: .named(.center)))
    }

    @Test(arguments: [
        ("drag Notes", "the destination is missing"), ("drag Notes via Mail", "the destination is missing"),
        ("drag-items Notes", "the destination is missing"), ("move Notes botom", "did you mean `bottom`?"),
        ("move Notes in=shadow", "`in=` must be content"), ("move 1 2 easing=fast", "unknown easing `fast`"),
        ("drag Notes Mail button=rigt", "unknown button `rigt`, did you mean `right`?"),
        ("drag Notes Mail Shelf", "unexpected word `Shelf`"),
        ("touch-move-together 0 1 2 0 3 4", "finger 0 can only move to one place"),
        ("unplug ouput left", "unknown device"),
    ])
    func invalidMovementIsRejected(line: String, reason: String) {
        #expect {
            _ = try ControlCommand(line: line)
        } throws: { error in
            (error as? ControlMistake)?.description.contains(reason) == true
        }
    }

    /// Each of several places with accessible names is found in sequence.
    @Test func namedWaypointsAreFoundInSequence() throws {
        var command = try ControlCommand(line: "move via A name=x via 1 2 B name=y at=top")
        #expect(command.namedPlace?.window == "A")
        command = command.at(Point(x: 5, y: 6))
        #expect(command.namedPlace?.window == "B")
        command = command.at(Point(x: 7, y: 8))
        #expect(command.namedPlace == nil)
        #expect(try command == ControlCommand(line: "move via 5 6 via 1 2 7 8"))
        let fingers = try ControlCommand(line: "touch-move-together 0 A name=x 1 9 9 1s")
        #expect(try fingers.at(Point(x: 5, y: 6)) == ControlCommand(line: "touch-move-together 0 5 6 1 9 9 1s"))
    }

    @Test(arguments: [
        ("--settings", "{theem: dark}", "did you mean `theme`?"), ("--outputs", "[{size: big}]", "--outputs: "),
        ("--outputs", "[{plugged: false}]", "no output is there from the beginning"),
        ("--settings", "", "--settings: "),
        ("--session", "{services: [org.absent]}", "there is no service `org.absent`"),
    ])
    func invalidOptionIsRejected(option: String, value: String, reason: String) throws {
        let ground = try Playground()
        let outcome = try ground.dray("serve", "--home", ground.path("home"), "--until-eof", option, value)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("{", "not a request"), (#"{"command": 1}"#, "not a request"),
        (#"{"id": "1", "command": ["state"]}"#, "not a request"),
        (#"{"command": []}"#, "an empty line"), (#"{"command": ["stat"]}"#, "did you mean `state`?"),
        (#"{"command": ["state"], "name": "x"}"#, "are for `start`, not for `state`"),
    ])
    func invalidRequestIsRejected(line: String, reason: String) {
        #expect {
            _ = try ControlWire.command(ControlWire.request(line))
        } throws: { error in
            (error as? ControlMistake)?.description.contains(reason) == true
        }
    }

    @Test(
        arguments: [
            (#"{"id": 7, "command": ["start", "true"], "environment": {"A": 3}}"#, 7),
            (#"{"id": 8, "command": ["type", 5]}"#, 8),
            (#"{"id": "1", "command": ["state"]}"#, nil), ("{", nil),
        ] as [(String, Int?)])
    func invalidRequestIsAnsweredWithItsID(line: String, number: Int?) {
        #expect(ControlWire.id(of: line) == number)
    }

    @Test func serveEndsWithItsInput() throws {
        let ground = try Playground()
        // The standard input of the tests' commands is empty.
        let outcome = try ground.dray("serve", "--home", ground.path("home"), "--until-eof")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("HOME=\(ground.path("home"))"))
    }

    @Test func aUsersFolderIsNotReplaced() throws {
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
        let clients = RealClients.folder
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
        #expect(try ctl("payload", ground.path("read"), "image/png").errors.contains("only as text/plain"))
        #expect(try ctl("listen").errors.contains("only available in JSON"))
        #expect(try ctl("quit").status == 0)
        #expect(server.wait().status == 0)
    }
}
