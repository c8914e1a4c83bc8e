// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The clients' home: the files of `setup`, expectations on files, and protection of other folders.
@Suite struct HomeTests {
    private func run(
        _ ground: borrowing Playground, setup: String, script: String, expect: String
    ) throws -> Playground.Outcome {
        try ground.run(
            yaml: """
                name: test
                setup: [\(setup)]
                clients: {app: {command: [sh, -euc, '\(script); echo done', "\(ground.mark)"], directory: "${home}"}}
                steps:
                - wait: {output: {client: app, text: done}}
                - expect: {file: \(expect), within: 200ms}
                """)
    }

    /// The folder of the scenario contains that of the run, and therefore the home that it is copied to.
    @Test func aFixtureThatContainsTheRunIsCopiedOnce() throws {
        let ground = try Playground()
        let outcome = try ground.run(
            yaml: """
                name: test
                setup: [{folder: Project, from: .}]
                steps: [{expect: {file: [{path: Project/scenario.yaml, is: file}, \
                {path: Project/run/home, is: absent}]}}]
                """)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test func trueExpectationsHold() throws {
        let ground = try Playground()
        try ground.write("fixture.bin", "\u{0}one\n")
        try FileManager.default.createDirectory(atPath: ground.path("tree/deep"), withIntermediateDirectories: true)
        try ground.write("tree/deep/leaf.txt", "leaf")
        try FileManager.default.createSymbolicLink(
            atPath: ground.path("tree/link"), withDestinationPath: "deep/leaf.txt")
        let outcome = try run(
            ground,
            setup: """
                {file: a.txt, text: one}, {file: deep/er/b.bin, from: fixture.bin}, {folder: tree, from: tree}, \
                {file: size.bin, size: 300}, {folder: empty}, {file: "~/c.txt", text: c}, \
                {file: "${home}/locked.txt", text: no, read-only: true}
                """,
            script: """
                test "$(stat -c %s size.bin)" = 300; test -L tree/link; mv a.txt empty/z.txt; cp c.txt d.txt; \
                test "$(stat -c %a locked.txt)" = 444
                """,
            expect: """
                [{path: a.txt, moved-to: empty/z.txt}, {path: a.txt, is: absent}, {path: c.txt, copied-to: d.txt}, \
                {path: deep/er/b.bin, same-as: fixture.bin}, {path: tree, same-as: tree}, {path: tree, is: unchanged}, \
                {path: d.txt, content: {matches: "^c$"}}, {path: empty, is: folder}, {path: d.txt, is: file}, \
                {path: deep/../d.txt, is: exists}]
                """)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(!FileManager.default.fileExists(atPath: ground.path("run/home")))
    }

    @Test(arguments: [
        ("{path: b.txt, is: exists}", "there is no b.txt; the home holds Documents, a.txt"),
        ("{path: Documents/x/y.txt, is: file}", "there is no Documents/x/y.txt; Documents holds nothing"),
        ("{path: a.txt, is: absent}", "a.txt is there: a file of 3 bytes"),
        ("{path: a.txt, is: folder}", "a.txt is a file"),
        ("{path: a.txt, content: two}", "a.txt holds: one"),
        ("{path: Documents, content: two}", "Documents is a folder"),
        ("{path: a.txt, same-as: scenario.yaml}", "a.txt is a file of 3 bytes; "),
        ("{path: b.txt, is: unchanged}", "there was no b.txt when the clients were started, and there is none"),
        ("{path: a.txt, moved-to: b.txt}", "there is no b.txt; the home holds"),
        ("{path: b.txt, moved-to: a.txt}", "there was no b.txt when the clients were started"),
        ("{path: a.txt, copied-to: Documents}", "Documents is an empty folder with other content; a.txt was a file of"),
    ])
    func aFailedExpectationDescribesTheActualState(claim: String, words: String) throws {
        let ground = try Playground()
        let outcome = try run(
            ground, setup: "{file: a.txt, text: one}, {folder: Documents}", script: "true", expect: claim)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains(words), "\(outcome.output)")
        // The home of a failed run is kept.
        #expect(FileManager.default.fileExists(atPath: ground.path("run/home/a.txt")))
    }

    @Test(arguments: [
        ("echo two > a.txt", "{path: a.txt, is: unchanged}", "it was a file of 3 bytes, and is a file of 4 bytes"),
        (
            "printf two > a.txt", "{path: a.txt, is: unchanged}",
            "it was a file of 3 bytes, and is a file of 3 bytes with other content"
        ),
        ("rm a.txt", "{path: a.txt, is: unchanged}", "it is gone; there is no a.txt"),
        (
            "echo two > b.txt", "{path: b.txt, is: unchanged}",
            "there was no b.txt when the clients were started; now it"
        ),
        ("cp a.txt b.txt", "{path: a.txt, moved-to: b.txt}", "a.txt is still there: a file of 3 bytes"),
        ("mv a.txt b.txt", "{path: a.txt, copied-to: b.txt}", "it is gone"),
        ("touch d/x", "{path: d, is: unchanged}", "it was an empty folder, and is a folder with 1 entry"),
    ])
    func changesAreDetected(script: String, claim: String, words: String) throws {
        let ground = try Playground()
        let outcome = try run(ground, setup: "{file: a.txt, text: one}, {folder: d}", script: script, expect: claim)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains(words), "\(outcome.output)")
    }

    @Test func aUsersFolderIsNotReplaced() throws {
        let ground = try Playground()
        try FileManager.default.createDirectory(atPath: ground.path("run/home"), withIntermediateDirectories: true)
        try ground.write("run/home/precious", "mine")
        let outcome = try ground.run(client: "exec sleep 60", steps: "  - say: Hello")
        #expect(outcome.status != 0)
        #expect((outcome.output + outcome.errors).contains("it is not of an earlier run"), "\(outcome)")
        #expect(FileManager.default.fileExists(atPath: ground.path("run/home/precious")))
    }

    @Test func theHomeOfAnEarlierRunIsReplaced() throws {
        let ground = try Playground()
        for _ in 0..<2 {
            let outcome = try run(
                ground, setup: "{folder: d}",
                script: "test ! -e d/locked; mkdir d/locked; touch d/locked/x; chmod 0 d/locked",
                expect: "{path: d, is: absent}")
            #expect(outcome.output.contains("d is there"), "\(outcome.output)")
        }
        let kept = try ground.dray(
            "run", "--keep-home", "-o", ground.path("kept"),
            try ground.write("kept.yaml", "name: a\nsetup: [{file: x, text: y}]\nsteps: [say: b]\n"))
        #expect(kept.status == 0, "\(kept.output)\(kept.errors)")
        #expect(FileManager.default.fileExists(atPath: ground.path("kept/home/x")))
    }

    @Test func aHomeThatCannotBeCreatedIsReported() throws {
        let ground = try Playground()
        try ground.write("run", "a file")
        let outcome = try ground.run(client: "exec sleep 60", steps: "  - say: Hello")
        #expect(outcome.status != 0)
        #expect((outcome.output + outcome.errors).contains("Not a directory"), "\(outcome)")
    }
}
