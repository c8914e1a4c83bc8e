// SPDX-License-Identifier: MIT

import DrayCore
import Foundation
import Testing

@testable import DrayReport

/// The film of a drag in the report.
@Suite struct DragFilmTests {
    /// Two drags: the image of the first still flies back when the second begins.
    private let trace = record([
        .step(.init(index: 1, text: "earlier", line: nil)),
        note("before its step"),
        .step(.init(index: 2, text: "drag", line: nil)),
        note("a drag begins"),
        frame(1, 1, layers: [layer("image", opacity: 0.25)]),
        note("it moves"),
        frame(1, 2, layers: [layer("image", opacity: 1)], hasPicture: false),
        note("it is over a target"),
        frame(1, 3, layers: [layer("image", opacity: 1), layer("badge", opacity: 0.5)]),
        frame(2, 1, layers: [layer("image", opacity: 0.125)]),
        frame(1, 4, layers: []),
        note("afterwards"),
    ])

    @Test func eachDragHasItsFramesInOrder() {
        let films = DragFilm.films(of: trace)
        #expect(films.map(\.drag) == [1, 2])
        #expect(films[0].moments.map(\.frame.number) == [1, 3, 4])
        #expect(films[0].frameCount == 4)
        #expect(films[0].moments.map(\.time) == [50_000, 90_000, 110_000])
        #expect(films[1].moments.map(\.frame.number) == [1])
    }

    @Test func aMomentHasTheEventsSinceThePreviousOne() {
        let moments = DragFilm.films(of: trace)[0].moments
        #expect(words(moments[0]) == ["a drag begins"])
        #expect(words(moments[1]) == ["it moves", "it is over a target"])
        #expect(words(moments[2]) == [])
    }

    @Test func theReportShowsFramesInOrderWithLayersAndTimes() throws {
        let html = HTMLReport(result: RunResult(scenario: "s", trace: trace, realDuration: 0), trace: trace).html
        let places = try [
            "id=\"drag-1\"", "3 of 4 frames", "frames/1-1.png", "0.050 s", "25 %", "frames/1-3.png", "badge", "50 %",
            "image", "class=\"gone\"", "The drag is no longer visible", "id=\"drag-2\"", "frames/2-1.png",
            "13 %",
        ].reduce(into: [html.startIndex]) { places, text in
            let rest = html[(places.last ?? html.startIndex)...]
            let range = try #require(rest.firstRange(of: text), "\(text) is missing, or comes too early")
            places.append(range.upperBound)
        }
        #expect(places == places.sorted())
        #expect(html.components(separatedBy: " checked").count == 3, "one frame of each drag is chosen at first")
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 1), (9, 1)]) func onlyTheFirstOfManyFilmsIsExpanded(count: Int, open: Int) {
        let trace = record((1...count).map { frame(UInt64($0), 1, layers: [layer("image", opacity: 1)]) })
        let html = HTMLReport(result: RunResult(scenario: "s", trace: trace, realDuration: 0), trace: trace).html
        #expect(html.components(separatedBy: "<details class=\"drag\"").count == count + 1)
        #expect(html.components(separatedBy: "\" open>").count == open + 1)
        #expect(html.contains("id=\"drag-1\" open>"))
    }

    @Test func aReportWithoutDragsHasNoFilm() {
        let trace = record([note("nothing")])
        let html = HTMLReport(result: RunResult(scenario: "s", trace: trace, realDuration: 0), trace: trace).html
        #expect(!html.contains("class=\"drags\""))
    }

    @Test func namesInAFrameCannotBecomeMarkup() {
        let trace = record([frame(1, 1, layers: [layer("<b>role</b>", opacity: 1)])])
        let html = HTMLReport(result: RunResult(scenario: "s", trace: trace, realDuration: 0), trace: trace).html
        #expect(!html.contains("<b>role"))
        #expect(html.contains("&lt;b&gt;role"))
    }

    private func words(_ moment: DragFilm.Moment) -> [String] {
        moment.story.compactMap { entry in
            if case .record(let record) = entry, case .note(let note) = record.event { note.text } else { nil }
        }
    }
}

/// Records ten milliseconds apart, from 10 ms.
private func record(_ events: [TraceEvent]) -> [TraceRecord] {
    events.enumerated().map { TraceRecord(at: Instant(microseconds: UInt64($0 + 1) * 10_000), $1) }
}

private func note(_ text: String) -> TraceEvent { .note(TraceEvent.Note(text: text)) }

private func layer(_ role: String, opacity: Double) -> TraceEvent.Frame.Layer {
    TraceEvent.Frame.Layer(role: role, x: 1, y: 2, width: 30, height: 40.5, opacity: opacity)
}

private func frame(
    _ drag: UInt64, _ number: Int, layers: [TraceEvent.Frame.Layer], hasPicture: Bool = true
) -> TraceEvent {
    let file = hasPicture && !layers.isEmpty ? "frames/\(drag)-\(number).png" : nil
    return .frame(TraceEvent.Frame(drag: drag, number: number, redraws: 0, layers: layers, file: file))
}
