// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import DrayPlay

/// `dray run --watch`: runs are repeated when files change.
@Suite struct WatchTests {
    private func effects(
        _ events: [WatchMachine.Event], at end: WatchMachine.State
    ) -> [WatchMachine.Effect] {
        var machine = WatchMachine()
        let effects = events.flatMap { machine.take($0) }
        #expect(machine.state == end)
        return effects
    }

    @Test func aChangePlaysAgain() {
        #expect(effects([.runEnded], at: .resting) == [.sayWaiting])
        #expect(
            effects([.runEnded, .fileChanged, .fileChanged, .filesRest], at: .playing)
                == [.sayWaiting, .awaitRest, .awaitRest, .start])
        #expect(effects([.runEnded, .asked], at: .playing) == [.sayWaiting, .start])
    }

    @Test func anOutdatedRunIsEnded() {
        #expect(
            effects([.fileChanged, .filesRest, .fileChanged, .runEnded], at: .playing) == [.awaitRest, .endRun, .start])
        // It ended before the files had settled.
        #expect(
            effects([.fileChanged, .runEnded, .filesRest], at: .playing) == [.awaitRest, .awaitRest, .start])
    }

    @Test func leavingWaitsForTheRun() {
        #expect(effects([.leave, .fileChanged, .asked, .filesRest, .leave], at: .leaving) == [.endRun])
        #expect(effects([.leave, .runEnded], at: .over) == [.endRun])
        #expect(effects([.runEnded, .leave], at: .over) == [.sayWaiting])
        #expect(effects([.fileChanged, .filesRest, .leave, .runEnded], at: .over) == [.awaitRest, .endRun])
    }

    @Test func allKindsOfChangesAreReported() throws {
        let ground = try Playground()
        let watch = try #require(FileWatch())
        let file = try ground.write("a.yaml", "a")
        try ground.write("b.yaml", "b")
        watch.watch([file, ground.path("not-yet.yaml")])
        #expect(!watch.hasChanged())
        try ground.write("b.yaml", "c")
        #expect(!watch.hasChanged())
        try ground.write("a.yaml", "c")
        #expect(watch.hasChanged())
        // As editors do.
        #expect(rename(ground.path("b.yaml"), file) == 0)
        #expect(watch.hasChanged())
        try ground.write("not-yet.yaml", "c")
        #expect(watch.hasChanged())
        #expect(!watch.hasChanged())
        watch.watch([ground.path("b.yaml")])
        try ground.write("a.yaml", "d")
        #expect(!watch.hasChanged())
    }

    /// A fixture may be a folder with subfolders. A subfolder created later counts as well; output of runs does not.
    @Test func changesInSubfoldersAreReported() throws {
        let ground = try Playground()
        let watch = try #require(FileWatch())
        let manager = FileManager.default
        for folder in ["fixtures/deep/deeper", "fixtures/out/home"] {
            try manager.createDirectory(atPath: ground.path(folder), withIntermediateDirectories: true)
        }
        let begin = { watch.watch([ground.path("fixtures")], sparing: ground.path("fixtures/out")) }
        begin()
        #expect(!watch.hasChanged())
        try ground.write("fixtures/deep/deeper/note.txt", "a")
        #expect(watch.hasChanged())
        try ground.write("fixtures/out/home/note.txt", "a")
        #expect(!watch.hasChanged())
        try manager.createDirectory(atPath: ground.path("fixtures/deep/new"), withIntermediateDirectories: true)
        #expect(watch.hasChanged())
        begin()
        try ground.write("fixtures/deep/new/note.txt", "a")
        #expect(watch.hasChanged())
        // A symbolic link to a parent is not followed.
        #expect(symlink(ground.path("fixtures"), ground.path("fixtures/deep/again")) == 0)
        #expect(watch.hasChanged())
        begin()
        #expect(!watch.hasChanged())
    }

    @Test func scenariosAreRepeatedWhenTheirFilesChange() throws {
        let ground = try Playground()
        try ground.write("part.yaml", "steps: [{say: one}]\n")
        let program = try ground.write("program.sh", "#!/bin/sh\necho first\nexec sleep 60\n")
        let text = """
            name: watched
            clients: {app: {command: [sh, "\(program)", "\(ground.mark)"]}}
            steps:
              - include: part.yaml
              - expect: {client: {name: app, output: {matches: "first|second"}}}
            """
        let file = try ground.write("scenario.yaml", text)
        let command = try ground.start(["run", "--watch", "-o", ground.path("run"), file], isTypedTo: true)
        #expect(command.waitFor(rounds: 1), "\(command.text)")
        try ground.write("part.yaml", "steps: [{say: two}]\n")
        #expect(command.waitFor(rounds: 2), "\(command.text)")
        #expect(command.text.contains("  two"))
        try ground.write("program.sh", "#!/bin/sh\necho second\nexec sleep 60\n")
        #expect(command.waitFor(rounds: 3), "\(command.text)")
        // A mistake is reported, and its correction is noticed.
        try ground.write("scenario.yaml", text.replacingOccurrences(of: "expect:", with: "expcet:"))
        #expect(command.waitFor(rounds: 4), "\(command.text)")
        try ground.write("scenario.yaml", text)
        #expect(command.waitFor(rounds: 5), "\(command.text)")
        try command.type("")
        #expect(command.waitFor(rounds: 6), "\(command.text)")
        #expect(command.text.components(separatedBy: "passed  watched").count == 6, "\(command.text)")
        try command.type("q")
        let outcome = command.wait()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("did you mean `expect`?"), "\(outcome.errors)")
        #expect(ground.leftovers.isEmpty)
    }

    @Test func aSignalEndsTheRunInProgress() throws {
        let ground = try Playground()
        let file = try ground.write(
            "scenario.yaml",
            Playground.scenario(
                client: "echo ready; exec sleep 100", mark: ground.mark,
                steps:
                    "  - wait: {output: {client: client, text: ready}}\n  - say: now\n"
                    + "  - wait: {output: {client: client, text: never}, within: 1000s}"
            ))
        let command = try ground.start(["run", "--watch", "-o", ground.path("run"), file])
        #expect(command.waitFor("now"))
        command.send(SIGINT)
        let outcome = command.wait()
        #expect(outcome.status == 128 + SIGINT)
        #expect(outcome.duration < 30)
        #expect(ground.leftovers.isEmpty)
    }
}

extension Command {
    /// Waits for the given number of rounds.
    fileprivate func waitFor(rounds: Int) -> Bool {
        waitFor(seconds: 30) { $0.components(separatedBy: "waiting for changes").count - 1 >= rounds }
    }
}
