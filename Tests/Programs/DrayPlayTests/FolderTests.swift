// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Runs whose folder already contains files.
@Suite struct FolderTests {
    @Test func filesOfAnEarlierRunAreRemovedAndOthersKept() throws {
        let ground = try Playground()
        let client = "echo ready; exec sleep 60"
        let first = try ground.run(
            client: client,
            steps: "  - picture: first\n  - expect: {client: {name: client, output: never}, within: 50ms}")
        #expect(first.status == 1)
        let old = try FileManager.default.contentsOfDirectory(atPath: ground.path("run"))
        #expect(old.contains("first.png") && old.contains { $0.hasPrefix("failed-line-") })
        try ground.write("run/mine.png", "not of a run")

        let second = try ground.run(client: client, steps: "  - picture: second")
        #expect(second.status == 0, "\(second.output)")
        let new = try FileManager.default.contentsOfDirectory(atPath: ground.path("run")).sorted()
        #expect(new == ["junit.xml", "mine.png", "report.html", "results.json", "second.png", "trace.jsonl"])
    }

    @Test func aTraceCannotRemoveFilesOutsideOfItsFolder() throws {
        let ground = try Playground()
        try FileManager.default.createDirectory(atPath: ground.path("run/frames"), withIntermediateDirectories: true)
        let outside = try ground.write("outside.png", "precious")
        let inside = try ground.write("run/frames/drag-1-0001.png", "a frame of an earlier run")
        func picture(_ file: String) -> String {
            #"{"caption":"","file":"\#(file)","kind":"picture","name":"a","time":1}"# + "\n"
        }
        try ground.write(
            "run/trace.jsonl", picture("../outside.png") + picture(outside) + picture("frames/drag-1-0001.png"))
        #expect(try ground.run(client: "exec sleep 60", steps: "  - say: Hello").status == 0)
        #expect(FileManager.default.fileExists(atPath: outside))
        #expect(!FileManager.default.fileExists(atPath: inside))
        #expect(!FileManager.default.fileExists(atPath: ground.path("run/frames")))
    }
}
