// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Reference images written by a run.
@Suite struct UpdatePicturesTests {
    private func file(_ ground: borrowing Playground, theme: String = "light") throws -> String {
        try ground.write(
            "scenario.yaml",
            """
            name: \(theme)
            output: {size: \(theme == "light" ? "64x48" : "48x64")}
            steps: [picture: {name: all, compare: {file: right.png}}]
            """)
    }

    private func play(_ ground: borrowing Playground, _ file: String, _ options: String...) throws -> Int32 {
        try ground.start(["run", "-o", ground.path("run")] + options + [file]).wait().status
    }

    @Test func missingOrDifferentImagesAreWritten() throws {
        let ground = try Playground()
        let light = try file(ground)
        let without = try ground.dray("run", "-o", ground.path("run"), light)
        #expect(without.status == 64)
        #expect(without.errors.contains("`dray run --update-pictures` makes it"))
        #expect(try play(ground, light, "--update-pictures") == 0)
        #expect(try play(ground, light) == 0)
        let first = try Data(contentsOf: URL(fileURLWithPath: ground.path("right.png")))
        let dark = try file(ground, theme: "dark")
        #expect(try play(ground, dark) == 1)
        // The report contains both, the expected image next to the actual one.
        #expect(try Data(contentsOf: URL(fileURLWithPath: ground.path("run/all-expected.png"))) == first)
        let report = try String(contentsOfFile: ground.path("run/report.html"), encoding: .utf8)
        #expect(report.contains("<img src=\"all-expected.png\"") && report.contains("<img src=\"all-difference.png\""))
        // Also if the run is a separate process.
        #expect(try play(ground, dark, "--update-pictures", "--retries", "1") == 0)
        #expect(try play(ground, dark) == 0)
        #expect(!FileManager.default.fileExists(atPath: ground.path("run/all-expected.png")))
        #expect(try Data(contentsOf: URL(fileURLWithPath: ground.path("right.png"))) != first)
    }

    /// An image that matches is not rewritten, so that a checkout stays clean.
    @Test func matchingImagesAreKept() throws {
        let ground = try Playground()
        let light = try file(ground)
        #expect(try play(ground, light, "--update-pictures") == 0)
        let old = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: ground.path("right.png"))
        #expect(try play(ground, light, "--update-pictures") == 0)
        let date = try FileManager.default.attributesOfItem(atPath: ground.path("right.png"))[.modificationDate]
        #expect(date as? Date == old)
    }

    @Test func aMissingFolderIsAMistake() throws {
        let ground = try Playground()
        let file = try ground.write(
            "scenario.yaml", "name: a\nsteps: [picture: {name: all, compare: {file: none/right.png}}]\n")
        let outcome = try ground.dray("run", "--update-pictures", "-o", ground.path("run"), file)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("there is no folder for the picture `none/right.png`"))
    }
}
