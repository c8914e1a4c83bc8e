// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// The output paths and sockets of `dray serve`: existing files are never lost.
@Suite struct RecordingPlaceTests {
    @Test(arguments: ["serve", "run"]) func irregularFilesAreRejectedImmediately(command: String) throws {
        let ground = try Playground()
        #expect(mkfifo(ground.path("pipe"), 0o600) == 0)
        for place in [ground.path("pipe"), ground.folder.path, "/dev/null", ground.path("no/where")] {
            let outcome = try ground.dray(command, "--record", place, "--", "touch", ground.path("started"))
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(place), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: ground.path("started")))
        }
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    /// The folder of a run, of several runs, and of the proxy.
    @Test(arguments: ["run", "runs", "proxy"], ["trace.jsonl", "results.json", "report.html", "junit.xml"])
    func irregularFilesInAFolderAreRejectedImmediately(command: String, name: String) throws {
        let ground = try Playground()
        let out = ground.path("out")
        let scenario = try ground.write(
            "scenario.yaml",
            Playground.scenario(client: "touch \(ground.path("started"))", mark: "a", steps: "  - say: b"))
        func play() throws -> Playground.Outcome {
            switch command {
            case "run": try ground.dray("run", "-o", out, scenario)
            case "runs": try ground.dray("run", "-o", out, scenario, scenario)
            default:
                try ground.dray(
                    "serve", "--", Playground.program.path, "proxy", "--trace", out, "--", "touch",
                    ground.path("started"))
            }
        }
        for kind in ["pipe", "folder"] {
            try? FileManager.default.removeItem(atPath: out)
            try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
            switch kind {
            case "pipe": #expect(mkfifo("\(out)/\(name)", 0o600) == 0)
            default:
                try FileManager.default.createDirectory(atPath: "\(out)/\(name)", withIntermediateDirectories: true)
            }
            let outcome = try play()
            #expect(outcome.status == 1, "\(kind): \(outcome.output)")
            // Programs started by `dray serve` write to the same streams.
            let said = outcome.output + outcome.errors
            #expect(said.contains("\(name): it is not a regular file"), "\(kind): \(said)")
            #expect(!FileManager.default.fileExists(atPath: ground.path("started")))
            #expect(FileManager.default.fileExists(atPath: "\(out)/\(name)"))
        }
        // A symbolic link is replaced, not followed.
        let precious = try ground.write("precious", "precious")
        try FileManager.default.removeItem(atPath: "\(out)/\(name)")
        #expect(symlink(precious, "\(out)/\(name)") == 0)
        let outcome = try play()
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
    }

    @Test func endlessFilesAreNotRead() throws {
        let ground = try Playground()
        let pipe = ground.path("results.json")
        #expect(mkfifo(pipe, 0o600) == 0)
        let endless = ground.path("endless.json")
        #expect(symlink("/dev/zero", endless) == 0)
        for place in [pipe, endless] {
            let outcome = try ground.dray("table", place)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("it is not a regular file"), "\(outcome.errors)")
        }
    }

    @Test func anEarlierRecordingStaysUntilTheNextIsWritten() throws {
        let ground = try Playground()
        let file = try ground.write(
            "old.yaml", "an earlier one, and a long one: \(String(repeating: "x", count: 9999))")
        let link = ground.path("link.yaml")
        #expect(symlink(file, link) == 0)
        let outcome = try ground.dray("serve", "--record", link, "--", "grep", "-q", "an earlier one", file)
        #expect(outcome.status == 0, "it runs as long as its programs")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("steps:") && !text.contains("xxx"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    }

    @Test func aFileWithTheNameOfASocketStays() throws {
        let ground = try Playground()
        for name in ["mine", "mine.dray", "wayland-0", "wayland-1.dray"] { try ground.write(name, "precious") }
        // Only for these programs, because other tests run in parallel.
        let environment = ["XDG_RUNTIME_DIR": ground.folder.path]
        for socket in ["mine", "wayland-0"] {
            let outcome = try ground.start(["serve", "--socket", socket, "--", "true"], environment: environment).wait()
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("not a socket"), "\(outcome.errors)")
        }
        _ = try ground.start(["serve", "--", "true"], environment: environment).wait()
        for name in ["mine", "mine.dray", "wayland-0", "wayland-1.dray"] {
            #expect(try String(contentsOfFile: ground.path(name), encoding: .utf8) == "precious")
        }
    }

    @Test(arguments: [14, 20, 40]) func tooFewDescriptorsAreReportedImmediately(limit: Int) throws {
        let ground = try Playground()
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "ulimit -n \(limit); exec timeout 10 \"$0\" serve", Playground.program.path]
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.terminationStatus == 1)
        #expect(text.contains("too few files may be open at once: \(limit)"), "\(text)")
        #expect(ground.leftovers.isEmpty)
    }

    @Test func helpNeedsNoCompositor() throws {
        let ground = try Playground()
        setenv("XDG_RUNTIME_DIR", "", 1)
        let all = try ground.dray("ctl", "--socket", ground.path("absent"), "help")
        #expect(all.status == 0 && all.output.contains("shot"))
        #expect(try ground.dray("ctl", "help", "press").output.contains("press"))
        #expect(try ground.dray("ctl", "help", "presss").errors.contains("did you mean `press`?"))
    }

    @Test func negativeNumbersAreNumbers() throws {
        let ground = try Playground()
        let file = try ground.write("scenario.yaml", "name: a\nsteps: [say: b]")
        #expect(try ground.dray("run", "--jobs", "-3", file).errors.contains("--jobs must be 0 or more"))
        #expect(try ground.dray("run", "--time-limit", "-3", file).errors.contains("--time-limit must be 1 to 86400"))
        #expect(try ground.dray("run", "--shard", "-1/2", file).errors.contains("'-1/2' is invalid"))
        #expect(try ground.dray("run", "--grep", "-b", file).errors.contains("does not match --grep: “a”"))
        #expect(try ground.dray("serve", "--scale", "-1").errors.contains("--scale must be 1 to 4"))
    }
}
