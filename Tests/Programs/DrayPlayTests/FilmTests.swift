// SPDX-License-Identifier: MIT

import DrayCore
import Foundation
import Repository
import Testing

@testable import DrayPlay
@testable import DrayReport

/// The recorded frames of a drag.
@Suite struct FilmTests {
    @Test func theDemoRecordsItsDrag() throws {
        let ground = try Playground()
        let scenario = Repository.scenarios + "/demo.yaml"
        let outcome = try ground.dray("run", "-o", ground.path("run"), scenario)
        try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")

        let trace = try TraceReader(contentsOf: URL(fileURLWithPath: ground.path("run/trace.jsonl")))
        #expect(trace.badLines.isEmpty)
        let film = try #require(DragFilm.films(of: trace.records).first)
        #expect(film.moments.count <= FilmRecorder.pictureLimit + 1)
        #expect(film.moments.count < film.frameCount, "motions are thinned out")
        #expect(film.moments.map(\.time) == film.moments.map(\.time).sorted())

        // The start: the image fades in, and every frame has an image.
        let opacities = film.moments.prefix(4).compactMap { $0.frame.layers.first { $0.role == "image" }?.opacity }
        #expect(opacities.count == 4 && opacities == opacities.sorted() && Set(opacities).count == 4)
        #expect(film.moments.prefix(4).map(\.frame.number) == [1, 2, 3, 4])
        // A drop would copy, so there is a badge. At the end nothing is left.
        #expect(film.moments.contains { $0.frame.layers.contains { $0.role == "badge" } })
        #expect(film.moments.last?.frame.layers == [])

        let html = try String(contentsOfFile: ground.path("run/report.html"), encoding: .utf8)
        for file in film.moments.compactMap(\.frame.file) {
            let picture = try Data(contentsOf: URL(fileURLWithPath: ground.path("run/\(file)")))
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(html.contains("<img src=\"\(file)\""))
        }
    }
}
