// SPDX-License-Identifier: MIT

import DrayCore

/// What was seen of one drag, frame by frame, with what happened in between.
struct DragFilm: Equatable, Sendable {
    /// Which drag, as the engine counts them.
    let drag: UInt64
    /// How many frames changed, those without a picture too.
    private(set) var frameCount = 0
    /// The frames that are shown, in order: those with a picture, and the one in which the image is gone.
    private(set) var moments: [Moment] = []
    /// Where in the trace the story of the next moment begins.
    private var next: Int

    /// A frame that is shown.
    struct Moment: Equatable, Sendable {
        /// On the virtual clock, in microseconds.
        var time: UInt64
        var frame: TraceEvent.Frame
        /// What is worth reading of what happened since the moment before; for the first, since its step began.
        var story: [ReportOutline.Entry]
    }

    /// The films of all drags of a trace, in the order in which they begin.
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
            // Expectations, steps and pictures have their place in the log.
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
