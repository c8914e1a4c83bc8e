// SPDX-License-Identifier: MIT

import DrayCore
import Foundation
import Testing

@testable import DrayReport

@Suite struct TraceTests {
    static let everyKind: [TraceEvent] = [
        .step(TraceEvent.Step(index: 3, text: "Drop on “note”", line: 14)),
        .step(TraceEvent.Step(index: 4, text: "no line", line: nil)),
        .message(
            TraceEvent.Message(
                client: "editor", direction: .request, interface: "wl_data_device", object: 7, name: "start_drag",
                arguments: [
                    TraceEvent.Message.Argument(name: "source", value: "wl_data_source#24"),
                    TraceEvent.Message.Argument(name: "icon", value: "nil"),
                ])),
        .message(
            TraceEvent.Message(
                client: "note", direction: .event, interface: "wl_data_device", object: .max, name: "leave",
                arguments: [])),
        .engine(
            TraceEvent.Engine(flow: .event, name: "pointerMotion", fields: ["x": "1.5", "y": "-2"], text: "moves")),
        .engine(TraceEvent.Engine(flow: .effect, name: "cancel", fields: [:], text: "cancels\nin two lines")),
        .picture(TraceEvent.PictureFile(file: "pictures/1.png", name: "1", caption: "")),
        .frame(
            TraceEvent.Frame(
                drag: 2, number: 17, redraws: 1,
                layers: [
                    TraceEvent.Frame.Layer(role: "sheet 1", x: -3.5, y: 4, width: 10.125, height: 20, opacity: 0.813),
                    TraceEvent.Frame.Layer(role: "badge", x: 0, y: 0, width: 18, height: 18, opacity: 1),
                ], file: "frames/drag-2-0017.png")),
        .frame(TraceEvent.Frame(drag: 2, number: 18, redraws: 0, layers: [], file: nil)),
        .expectation(TraceEvent.Expectation(text: "a copy", outcome: .held, line: 2)),
        .expectation(TraceEvent.Expectation(text: "a copy", outcome: .failed(seen: "a move"), line: nil)),
        .output(TraceEvent.Output(client: "note", stream: .stdout, text: "\u{1B}[31mred\u{0}")),
        .output(TraceEvent.Output(client: "note", stream: .stderr, text: "")),
        .client(TraceEvent.Client(client: "note", change: .started(pid: 17))),
        .client(TraceEvent.Client(client: "note", change: .started(pid: nil))),
        .client(TraceEvent.Client(client: "note", change: .exited(status: 3))),
        .client(TraceEvent.Client(client: "note", change: .killed(signal: 11))),
        .transfer(
            TraceEvent.Transfer(
                drag: 3, type: "text/plain", state: "broken", fault: "broke-off", bytes: 5, duration: 70_000)),
        .transfer(
            TraceEvent.Transfer(drag: nil, type: "a/b", state: "complete", fault: nil, bytes: 0, duration: 0)),
        .note(TraceEvent.Note(text: "ünïcode 한국어 🙂")),
    ]

    @Test(arguments: everyKind) func recordRoundTrips(_ event: TraceEvent) throws {
        let record = TraceRecord(at: Instant(microseconds: 1_234_567), event)
        let line = try TraceFormat.line(for: record)
        #expect(line.count { $0 == TraceFormat.newline } == 1)
        let reading = TraceReader(line)
        #expect(reading.records == [record])
        #expect(reading.badLines.isEmpty)
    }

    /// Random text of all kinds of scalars is a single line for Python's `splitlines`, for JavaScript and for a
    /// terminal.
    @Test func randomTextIsOneLineToEveryReader() throws {
        let kinds: [ClosedRange<UInt32>] = [
            0...0xFF, 0x600...0x61F, 0x2000...0x206F, 0xFE00...0xFEFF, 0xFFF0...0xFFFD, 0xE0000...0xE01FF,
            0x1F300...0x1F6FF,
        ]
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0...60)).compactMap { _ in
                kinds.randomElement().flatMap { Unicode.Scalar(UInt32.random(in: $0)) }
            }
            let text = String(String.UnicodeScalarView(scalars))
            let record = TraceRecord(at: Instant(microseconds: 1), .note(TraceEvent.Note(text: text)))
            let line = try TraceFormat.line(for: record)
            let hidden = String(decoding: line.dropLast(), as: UTF8.self).unicodeScalars.filter(\.isHidden)
            #expect(hidden.isEmpty, "\(text.debugDescription)")
            guard case .note(let note)? = TraceReader(line).records.first?.event else {
                Issue.record("\(text.debugDescription)")
                continue
            }
            #expect(note.text.unicodeScalars.elementsEqual(scalars))
        }
    }

    @Test func lineHasSortedKeysAndPlainSlashes() throws {
        let picture = TraceEvent.PictureFile(file: "a/b.png", name: "b", caption: "c")
        let line = try TraceFormat.line(for: TraceRecord(at: Instant(microseconds: 5), .picture(picture)))
        #expect(
            String(decoding: line, as: UTF8.self)
                == #"{"caption":"c","file":"a/b.png","kind":"picture","name":"b","time":5}"# + "\n")
    }

    @Test func everyRecordIsInTheFileAsSoonAsItIsAppended() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let writer = try TraceWriter(creating: file)
        var expected: [TraceRecord] = []
        for (index, event) in Self.everyKind.enumerated() {
            let record = TraceRecord(at: Instant(microseconds: UInt64(index)), event)
            try writer.append(record)
            expected.append(record)
            #expect(try TraceReader(contentsOf: file).records == expected)
        }
    }

    @Test func aTraceThatCannotBeCreatedIsAnError() {
        #expect(throws: (any Error).self) {
            try TraceWriter(creating: URL(fileURLWithPath: "/proc/no-such-folder/trace.jsonl"))
        }
    }

    @Test func aFullDiskIsAnError() throws {
        let writer = TraceWriter(URL(fileURLWithPath: "/dev/full"), descriptor: open("/dev/full", O_WRONLY | O_CLOEXEC))
        #expect(throws: (any Error).self) {
            try writer.append(TraceRecord(at: .zero, .note(TraceEvent.Note(text: "lost"))))
        }
    }

    @Test func badLinesAreReportedByNumberAndTheOthersAreKept() {
        let text = """
            {"kind":"note","text":"first","time":1}
            not json

            {"kind":"dance","time":2}
            {"kind":"note","time":3}
            {"kind":"note","text":7,"time":4}
            {"kind":"expectation","held":false,"text":"a","time":5}
            {"kind":"note","text":"last","time":6}
            {"kind":"note","text":"cut o
            """
        let reading = TraceReader(Data(text.utf8))
        #expect(
            reading.records == [
                TraceRecord(at: Instant(microseconds: 1), .note(TraceEvent.Note(text: "first"))),
                TraceRecord(at: Instant(microseconds: 6), .note(TraceEvent.Note(text: "last"))),
            ])
        #expect(
            reading.badLines.map(\.description) == [
                "line 2: not a JSON object",
                "line 4: “kind” has an unknown value",
                "line 5: “text” is missing",
                "line 6: “text” has the wrong type",
                "line 7: “seen” is missing",
                "line 9: not a JSON object",
            ])
    }
}
