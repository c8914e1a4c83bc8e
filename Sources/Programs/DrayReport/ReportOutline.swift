// SPDX-License-Identifier: MIT

import DrayCore

/// A trace in the order of the report: pictures, and below each the events since the previous one.
struct ReportOutline: Equatable, Sendable {
    /// The clients, in order of first appearance.
    private(set) var clients: [String] = []
    /// The sections of the report. Only the last may lack a picture; it holds the events after the last picture.
    private(set) var frames: [Frame] = []

    /// A picture, and the events between the previous picture and this one.
    struct Frame: Equatable, Sendable {
        /// The picture; nil for the events after the last one.
        var picture: Shot?
        /// The events, grouped by step.
        var passages: [Passage] = []
    }

    /// A picture and its time.
    struct Shot: Equatable, Sendable {
        /// The number in the report, from 1.
        var number: Int
        /// The time on the virtual clock, in microseconds.
        var time: UInt64
        var picture: TraceEvent.PictureFile
    }

    /// The part of a step within one frame.
    struct Passage: Equatable, Sendable {
        /// The step; nil before the first step.
        var step: TraceEvent.Step?
        /// Whether the step began in an earlier frame.
        var isContinued: Bool
        /// The time at which the passage begins, on the virtual clock, in microseconds.
        var time: UInt64
        /// The relevant events, in order.
        var entries: [Entry] = []
        /// Routine traffic, in order.
        var background: [TraceRecord] = []
    }

    /// A relevant event.
    enum Entry: Equatable, Sendable {
        /// A single record.
        case record(TraceRecord)
        /// Consecutive motions without another relevant event in between. Never empty.
        case motions([TraceRecord])
        /// A failed expectation, with its number in the report, from 1.
        case failure(number: Int, TraceRecord)
    }

    init(_ trace: [TraceRecord]) {
        var frame = Frame()
        var step: TraceEvent.Step?
        var failureCount = 0
        for record in trace {
            note(clientOf: record.event)
            switch record.event {
            case .step(let next):
                step = next
                frame.passages.append(Passage(step: next, isContinued: false, time: record.time.microseconds))
            case .picture(let picture):
                frame.picture = Shot(number: frames.count + 1, time: record.time.microseconds, picture: picture)
                frames.append(frame)
                frame = Frame()
            case .expectation(let expectation):
                if case .failed = expectation.outcome {
                    failureCount += 1
                    frame.append(.failure(number: failureCount, record), during: step)
                } else {
                    frame.append(.record(record), during: step)
                }
            case .frame:
                break  // Shown by `DragFilm`.
            case .message, .engine, .transfer, .output, .client, .note:
                frame.append(record, during: step)
            }
        }
        if !frame.passages.isEmpty { frames.append(frame) }
    }

    private mutating func note(clientOf event: TraceEvent) {
        guard let client = event.client, !clients.contains(client) else { return }
        clients.append(client)
    }
}

extension TraceEvent {
    /// The client of the event, if there is one.
    var client: String? {
        switch self {
        case .message(let message): message.client
        case .output(let output): output.client
        case .client(let client): client.client
        case .step, .engine, .transfer, .picture, .frame, .expectation, .note: nil
        }
    }
}

extension ReportOutline.Frame {
    /// Whether an expectation failed in this frame.
    var hasFailure: Bool {
        passages.contains { passage in
            passage.entries.contains { entry in
                switch entry {
                case .failure: true
                case .record, .motions: false
                }
            }
        }
    }

    fileprivate mutating func append(_ record: TraceRecord, during step: TraceEvent.Step?) {
        switch record.event.weight {
        case .shown:
            append(.record(record), during: step)
        case .background:
            continueStep(step, at: record.time.microseconds)
            passages[passages.count - 1].background.append(record)
        case .motion:
            continueStep(step, at: record.time.microseconds)
            passages[passages.count - 1].entries.append(motion: record)
        }
    }

    fileprivate mutating func append(_ entry: ReportOutline.Entry, during step: TraceEvent.Step?) {
        continueStep(step, at: entry.time)
        passages[passages.count - 1].entries.append(entry)
    }

    /// Begins a passage if there is none: a step continues after a picture.
    private mutating func continueStep(_ step: TraceEvent.Step?, at time: UInt64) {
        guard passages.isEmpty else { return }
        passages.append(ReportOutline.Passage(step: step, isContinued: step != nil, time: time))
    }
}

extension ReportOutline.Entry {
    /// The time on the virtual clock, in microseconds; the last one of several.
    var time: UInt64 {
        switch self {
        case .record(let record), .failure(_, let record): record.time.microseconds
        case .motions(let records): records[records.count - 1].time.microseconds
        }
    }
}

extension [ReportOutline.Entry] {
    /// Appends a motion, merging it with directly preceding motions.
    mutating func append(motion record: TraceRecord) {
        guard case .motions(var records) = last else { return append(.motions([record])) }
        removeLast()  // Keeps the array uniquely referenced; otherwise each append would copy it.
        records.append(record)
        append(.motions(records))
    }
}
