// SPDX-License-Identifier: MIT

import DrayCore

/// The frames of one drag, with the events between them.
struct DragFilm: Equatable, Sendable {
    /// The engine's number of the drag.
    let drag: UInt64
    /// The number of changed frames, including those without an image.
    private(set) var frameCount = 0
    /// The shown frames, in order: those with an image, and the one in which the drag image disappears.
    private(set) var moments: [Moment] = []
    /// The index in the trace at which the events of the next moment begin.
    private var next: Int

    /// A shown frame.
    struct Moment: Equatable, Sendable {
        /// The time on the virtual clock, in microseconds.
        var time: UInt64
        var frame: TraceEvent.Frame
        /// The relevant events since the previous moment; for the first moment, since its step began.
        var story: [ReportOutline.Entry]
    }

    /// The films of all drags in a trace, ordered by their first frame.
    static func films(of trace: [TraceRecord]) -> [DragFilm] {
        var films: [DragFilm] = []
        var step = 0
        for (index, record) in trace.enumerated() {
            switch record.event {
            case .step: step = index
            case .frame(let frame):
                let place = films.firstIndex { $0.drag == frame.drag } ?? films.count
                if place == films.count { films.append(DragFilm(drag: frame.drag, next: step)) }
                films[place].take(frame, at: index, of: trace)
            case .message, .engine, .transfer, .picture, .expectation, .output, .client, .note: break
            }
        }
        return films
    }

    private init(drag: UInt64, next: Int) {
        self.drag = drag
        self.next = next
    }

    private mutating func take(_ frame: TraceEvent.Frame, at index: Int, of trace: [TraceRecord]) {
        frameCount += 1
        guard frame.file != nil || frame.layers.isEmpty else { return }
        moments.append(
            Moment(time: trace[index].time.microseconds, frame: frame, story: Self.story(trace[next..<index])))
        next = index + 1
    }

    private static func story(_ records: ArraySlice<TraceRecord>) -> [ReportOutline.Entry] {
        var entries: [ReportOutline.Entry] = []
        for record in records {
            switch record.event {
            case .message, .engine, .transfer, .note: break
            // Expectations, steps and pictures are shown in the log.
            case .step, .picture, .frame, .expectation, .output, .client: continue
            }
            switch record.event.weight {
            case .shown: entries.append(.record(record))
            case .motion: entries.append(motion: record)
            case .background: break
            }
        }
        return entries
    }
}
