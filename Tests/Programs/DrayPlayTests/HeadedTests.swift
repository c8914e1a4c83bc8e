// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import HeadlessDesktop
import Testing

/// `dray run --headed`: the screen of a run in a window of another compositor.
@Suite(.serialized) struct HeadedTests {
    /// A compositor that shows a run.
    private struct Session {
        let server: Command
        let socket: String
    }

    private func serve(_ ground: borrowing Playground, _ arguments: [String]) throws -> Session {
        setenv("XDG_RUNTIME_DIR", "", 1)
        let server = try ground.start(["serve", "--size", "800x600", "--"] + [Playground.program.path] + arguments)
        try #require(server.waitFor("DRAY_SOCKET="))
        let line = try #require(server.text.split(separator: "\n").first { $0.hasPrefix("DRAY_SOCKET=") })
        return Session(server: server, socket: String(line.dropFirst("DRAY_SOCKET=".count)))
    }

    private func file(_ ground: borrowing Playground, head: String = "", last: String) throws -> String {
        try ground.write(
            "scenario.yaml",
            """
            name: shown
            output: {size: 320x240}
            \(head)
            clients: {app: {command: [sh, -c, 'exec sleep 100', "\(ground.mark)"]}}
            steps:
              - pointer: {move: {to: {screen: [100, 80]}}}
              - wait: {time: 100ms}
              - picture: seen
              - say: shown
              - \(last)
            """)
    }

    /// Waits until the window shows the screenshot that the run has taken of its own screen.
    private func isShown(_ ground: borrowing Playground, _ session: Session, as picture: String) throws -> Bool {
        let deadline = Date(timeIntervalSinceNow: 20)
        while Date() < deadline {
            let shot = try ground.dray(
                "ctl", "--socket", session.socket, "shot", ground.path("shot.png"), "shown – dray run")
            if shot.status == 0, let wanted = try? Screenshot(readingPNG: ground.path(picture)),
                let seen = try? Screenshot(readingPNG: ground.path("shot.png")), seen == wanted
            {
                return true
            }
        }
        return false
    }

    @Test func theScreenIsShownPixelForPixel() throws {
        let ground = try Playground()
        let file = try file(ground, last: "wait: {output: {client: app, text: never}, within: 100s}")
        let session = try serve(ground, ["run", "--headed", "--rest", "100", "-o", ground.path("run"), file])
        #expect(try isShown(ground, session, as: "run/seen.png"))
        // Closing the window ends the run.
        #expect(try ground.dray("ctl", "--socket", session.socket, "close", "shown – dray run").status == 0)
        #expect(session.server.wait().status == 1)
        #expect(try ground.results()["problem"] as? String == "the window that shows the run was closed")
        #expect(ground.leftovers.isEmpty)
    }

    /// The run continues when the session ends.
    @Test func aRunSurvivesItsSession() throws {
        let ground = try Playground()
        let file = try file(ground, last: "wait: {real: 100ms}")
        setenv("XDG_RUNTIME_DIR", "", 1)
        let server = try ground.start(["serve"])
        try #require(server.waitFor("DRAY_SOCKET="))
        func value(_ name: String) throws -> String {
            let line = try #require(server.text.split(separator: "\n").first { $0.hasPrefix(name + "=") })
            return String(line.dropFirst(name.count + 1))
        }
        let folder = URL(fileURLWithPath: try value("DRAY_SOCKET")).deletingLastPathComponent()
        let display = folder.appendingPathComponent(try value("WAYLAND_DISPLAY")).path
        let run = try ground.start(
            ["run", "--debug", "--headed", "-o", ground.path("run"), file], isTypedTo: true,
            environment: ["WAYLAND_DISPLAY": display])
        #expect(run.waitFor("(dray) "), "\(run.text)")
        server.send(SIGKILL)
        _ = server.wait()
        try run.type("continue")
        let outcome = run.wait()
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        #expect(trace.contains("the run is no longer shown"))
    }

    @Test func withoutASessionNothingIsStarted() throws {
        let ground = try Playground()
        let run = try ground.start(
            ["run", "--headed", "-o", ground.path("run"), try file(ground, last: "say: a")],
            environment: ["WAYLAND_DISPLAY": ground.path("none")])
        let outcome = run.wait()
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("there is no Wayland session to show the run in: no compositor answers at"))
        let nowhere = try ground.start(
            ["run", "--headed", "-o", ground.path("run"), try file(ground, last: "say: a")],
            environment: ["WAYLAND_DISPLAY": "", "DISPLAY": "", "XDG_RUNTIME_DIR": ""]
        ).wait()
        #expect(
            nowhere.errors.contains("XDG_RUNTIME_DIR is not set, and neither is WAYLAND_DISPLAY"), "\(nowhere.errors)")
        let noOne = try ground.start(
            ["run", "--headed", "-o", ground.path("run"), try file(ground, last: "say: a")],
            environment: ["WAYLAND_DISPLAY": "wayland-77", "XDG_RUNTIME_DIR": ground.path("")]
        ).wait()
        #expect(noOne.errors.contains("WAYLAND_DISPLAY is wayland-77, and no compositor answers at"), "\(noOne.errors)")
        #expect(!FileManager.default.fileExists(atPath: ground.path("run")))
    }

    // MARK: Video

    private static let filmed = """
        name: filmed
        output: {size: 320x240}
        steps: [pointer: {move: {to: {screen: [200, 100]}, duration: 500ms}}]
        """

    @Test func aRunIsRecorded() throws {
        let ground = try Playground()
        let file = try ground.write("scenario.yaml", Self.filmed)
        #expect(try ground.dray("run", "--video-format", "png", "-o", ground.path("run"), file).status == 0)
        let film = try Data(contentsOf: URL(fileURLWithPath: ground.path("run/video.png")))
        #expect(film.suffix(8).starts(with: Data("IEND".utf8)))
        #expect(film.ranges(of: Data("fcTL".utf8)).count > 5)
        #expect(try ground.results()["video"] as? String == "video.png")
        let report = try String(contentsOfFile: ground.path("run/report.html"), encoding: .utf8)
        #expect(report.contains("<img src=\"video.png\""))
        // The next run in this folder removes it.
        #expect(try ground.dray("run", "-o", ground.path("run"), file).status == 0)
        #expect(!FileManager.default.fileExists(atPath: ground.path("run/video.png")))
    }

    /// Encoded by ffmpeg, which also decodes it here.
    @Test func aRunIsRecordedAsWebM() throws {
        let ground = try Playground()
        let file = try ground.write("film.yaml", Self.filmed)
        let outcome = try ground.dray("run", "--video", "-o", ground.path("run"), file)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let film = try Data(contentsOf: URL(fileURLWithPath: ground.path("run/video.webm")))
        // The magic number of EBML, which WebM is based on.
        #expect(film.starts(with: [0x1A, 0x45, 0xDF, 0xA3]))
        #expect(film.prefix(64).ranges(of: Data("webm".utf8)).count == 1)
        #expect(try ground.results()["video"] as? String == "video.webm")
        #expect(!FileManager.default.fileExists(atPath: ground.path("run/video.png")))
        let report = try String(contentsOfFile: ground.path("run/report.html"), encoding: .utf8)
        #expect(report.contains("<video src=\"video.webm\""))
        // Without ffmpeg the result is an APNG, unless WebM is requested explicitly.
        let path = ["PATH": ground.path("nowhere")]
        let words = ["run", "--video", "-o", ground.path("run"), file]
        #expect(try ground.start(words, environment: path).wait().status == 0)
        #expect(try ground.results()["video"] as? String == "video.png")
        #expect(!FileManager.default.fileExists(atPath: ground.path("run/video.webm")))
        let wanted = ["run", "--video-format", "webm", "-o", ground.path("run"), file]
        let refused = try ground.start(wanted, environment: path).wait()
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--video-format webm needs ffmpeg"))
    }

    /// The failure is reported, and the run continues.
    @Test func aVideoThatCannotBeWrittenIsReported() throws {
        let ground = try Playground()
        let file = try ground.write("scenario.yaml", "name: a\nsteps: [{wait: {time: 100ms}}]\n")
        try FileManager.default.createDirectory(
            atPath: ground.path("run/video.png"), withIntermediateDirectories: true)
        let outcome = try ground.dray("run", "--video-format", "png", "-o", ground.path("run"), file)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let trace = try String(contentsOfFile: ground.path("run/trace.jsonl"), encoding: .utf8)
        #expect(trace.contains("the video of the run is incomplete"))
    }
}
