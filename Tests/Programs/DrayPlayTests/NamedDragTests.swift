// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestTimeout
import Testing

/// HIG-33: "drag Photo to Mail", in real programs, through `dray ctl`.
@Suite(.serialized) struct NamedDragTests {
    private static let clients = RealClients.folder

    /// A running `dray serve`.
    private struct Stage {
        let server: Command
        let socket: String

        init(_ ground: borrowing Playground) throws {
            server = try ground.start(
                ["serve", "--home", ground.path("home"), "--accessibility", "--size", "1200x700"])
            try #require(server.waitFor("HOME="))
            let line = server.text.split(separator: "\n").first { $0.hasPrefix("DRAY_SOCKET=") }
            socket = String(try #require(line).dropFirst("DRAY_SOCKET=".count))
        }

        @discardableResult
        func ctl(_ ground: borrowing Playground, _ words: String...) throws -> Playground.Outcome {
            try ground.start(["ctl", "--socket", socket] + words).wait()
        }

        /// Opens a window of album.py, and waits until it exposes its content to AT-SPI.
        func open(
            _ kit: String, _ role: String, _ title: String, at x: Int, _ y: Int = 60, in ground: borrowing Playground
        ) throws {
            #expect(
                try ctl(ground, "start", "/usr/bin/python3", "\(clients)/album.py", kit, role, "--title", title).status
                    == 0)
            let named = ["album": "“Sunset”", "post": "“Inbox”", "list": "“Row 1”"][role] ?? role
            let deadline = Date().addingTimeInterval(30 * timeoutFactor)
            while Date() < deadline {
                if try ctl(ground, "place", title, "\(x)", "\(y)").status == 0,
                    try ctl(ground, "names", title).output.contains(named)
                {
                    return
                }
                usleep(20_000)
            }
            Issue.record("\(title) has no names: \(try ctl(ground, "names", title))")
        }

        /// The process with a window title among its arguments.
        func process(of title: String) -> Int32? {
            let ids = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
            return ids.first { id in
                let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
                let words = String(decoding: line, as: UTF8.self)
                return words.contains("album.py") && words.contains("\0\(title)\0")
            }
        }

        func end(_ ground: borrowing Playground) throws {
            #expect(try ctl(ground, "quit").status == 0)
            #expect(server.wait().status == 0)
        }
    }

    @Test(arguments: [("gtk4", "gtk3"), ("gtk3", "qt6"), ("qt6", "gtk4")])
    func photoIsDraggedToMail(album: String, post: String) throws {
        let ground = try Playground()
        let stage = try Stage(ground)
        try stage.open(album, "album", "Album", at: 60, in: ground)
        try stage.open(post, "post", "Post", at: 620, in: ground)
        let drag = try stage.ctl(ground, "drag", "--name", "Photo", "--to", "Mail")
        #expect(drag.status == 0, "\(drag.errors)")
        #expect(drag.output == "drag: finished\naction: copy\n")
        #expect(stage.server.waitFor("got Photo on Mail"))
        // Only visible objects in the given window are searched.
        let other = try stage.ctl(
            ground, "drag", "--name=beach", "--window", "Alb", "--to", "inbox", "--to-window=post")
        #expect(other.status == 0, "\(other.errors)")
        #expect(stage.server.waitFor("got Beach on Inbox"))
        try stage.end(ground)
    }

    /// A header bar shows the window's title in a label, which is not a drop target.
    @Test(arguments: ["gtk4", "gtk3", "qt6"]) func windowIsATargetByItsTitle(kit: String) throws {
        let ground = try Playground()
        let stage = try Stage(ground)
        try stage.open("gtk4", "album", "Album", at: 60, in: ground)
        try stage.open(kit, "list", "Letters", at: 620, in: ground)
        let names = try stage.ctl(ground, "names", "Letters").output
        #expect(names.contains("label “Letters”") == kit.hasPrefix("gtk"), "\(names)")
        for name in ["Photo", "Beach"] {
            let drag = try stage.ctl(ground, "drag", "--name", name, "--to", "Letters")
            #expect(drag.status == 0, "\(drag.errors)")
            #expect(stage.server.waitFor("got \(name) on List"))
        }
        // With another window of the same title, the name is ambiguous.
        try stage.open("gtk3", "list", "Letters", at: 620, 380, in: ground)
        let deadline = Date().addingTimeInterval(30 * timeoutFactor)
        var found = ""
        while !found.contains("“Row 1”"), Date() < deadline {
            found = try stage.ctl(ground, "names", "#3").output
        }
        #expect(found.contains("“Row 1”"), "\(found)")
        let several = try stage.ctl(ground, "drag", "--name", "Photo", "--to", "Letters")
        #expect(several.errors.contains("there are 2 of “Letters”: 1: window “Letters” at"), "\(several)")
        let second = try stage.ctl(ground, "drag", "--name", "Sunset", "--to", "Letters", "--to-number", "2")
        #expect(second.status == 0, "\(second.errors)")
        #expect(stage.server.waitFor("got Sunset on List"))
        try stage.end(ground)
    }

    @Test func failedDragsAreReported() throws {
        let ground = try Playground()
        let stage = try Stage(ground)
        try stage.open("gtk4", "album", "Mine", at: 60, in: ground)
        try stage.open("gtk4", "post", "Post", at: 620, in: ground)
        func refusal(_ words: String...) throws -> String {
            let outcome = try ground.start(["ctl", "--socket", stage.socket, "drag"] + words).wait()
            #expect(outcome.status == 1, "\(words): \(outcome.output)")
            return outcome.errors
        }
        let none = try refusal("--name", "Foto", "--to", "Mail")
        #expect(none.contains("“Foto” was not found; there is") && none.contains("label “Photo”"), "\(none)")
        #expect(
            try refusal("--name", "Photo", "--to", "Mail", "--to-window", "Letters").contains("no window “Letters”"))
        // The heading cannot be dragged, and the bin accepts nothing.
        #expect(
            try refusal("--name", "Album", "--role", "label", "--to", "Mail").contains("cannot be dragged"))
        #expect(try refusal("--name", "Photo", "--to", "Bin").contains("the target does not accept it"))
        #expect(try refusal("--name", "Photo").contains("the target is missing"))
        #expect(try refusal("--nam", "Photo", "--to", "Mail").contains("unknown option `nam`"))
        // None of these attempts has clicked or held anything.
        #expect(try stage.ctl(ground, "drag", "--name", "Photo", "--to", "Mail").status == 0)
        // A second object of the same name is ambiguous.
        try stage.open("gtk3", "album", "Second", at: 60, 380, in: ground)
        let several = try refusal("--name", "Photo", "--to", "Mail")
        #expect(several.contains("there are 2 of “Photo”: 1: label “Photo” in"), "\(several)")
        #expect(try stage.ctl(ground, "drag", "--name", "Photo", "--number", "2", "--to", "Mail").status == 0)
        #expect(try refusal("--name", "Photo", "--number", "3", "--to", "Mail").contains("only 1:"))
        try stage.end(ground)
    }

    /// A stopped application does not delay the search in the others, and is not found itself.
    @Test func aHungApplicationDoesNotDelayOthers() throws {
        let ground = try Playground()
        let stage = try Stage(ground)
        try stage.open("gtk4", "album", "Album", at: 60, in: ground)
        try stage.open("gtk3", "post", "Post", at: 620, in: ground)
        try stage.open("gtk3", "post", "Hanging", at: 620, 380, in: ground)
        let hanging = try #require(stage.process(of: "Hanging"))
        kill(hanging, SIGSTOP)
        defer { kill(hanging, SIGKILL) }
        let drag = try stage.ctl(ground, "drag", "--name", "Photo", "--to", "Mail")
        #expect(drag.status == 0, "\(drag.errors)")
        #expect(stage.server.waitFor("got Photo on Mail"))
        let begin = Date()
        let silent = try stage.ctl(ground, "drag", "--name", "Photo", "--to", "Mail", "--to-window", "Hanging")
        #expect(silent.errors.contains("tell assistive technology nothing"), "\(silent)")
        // The timeout is one second and a half; the machine may be slow.
        #expect(Date().timeIntervalSince(begin) < 10)
        kill(hanging, SIGCONT)
        try stage.end(ground)
    }
}
