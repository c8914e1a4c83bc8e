// SPDX-License-Identifier: MIT

import DrayCore

/// A trace in the order in which a report tells it: by pictures, and beneath each what led from the one before to it.
struct ReportOutline: Equatable, Sendable {
    /// The clients in the order in which they first appear.
    private(set) var clients: [String] = []
    /// The parts of the report. Only the last may lack a picture: what happened after the last one.
    private(set) var frames: [Frame] = []

    /// A picture, and what happened between the picture before it and this one.
    struct Frame: Equatable, Sendable {
        /// The picture; nil for what comes after the last.
        var picture: Shot?
        /// What happened, step by step.
        var passages: [Passage] = []
    }

    /// A picture with the time when it was taken.
    struct Shot: Equatable, Sendable {
        /// Its number in the report, from 1.
        var number: Int
        /// When it was taken, on the virtual clock, in microseconds.
        var time: UInt64
        var picture: TraceEvent.PictureFile
    }

    /// The part of a step that lies within one frame.
    struct Passage: Equatable, Sendable {
        /// The step; nil before the first.
        var step: TraceEvent.Step?
        /// Whether the step began in an earlier frame.
        var isContinued: Bool
        /// When the passage began, on the virtual clock, in microseconds.
        var time: UInt64
        /// What is worth reading, in order.
        var entries: [Entry] = []
        /// Everyday traffic, in order.
        var background: [TraceRecord] = []
    }

    /// Something worth reading.
    enum Entry: Equatable, Sendable {
        /// A single record.
        case record(TraceRecord)
        /// Motions with nothing between them that is worth reading. Never empty.
        case motions([TraceRecord])
        /// An expectation that did not hold, with its number in the report, from 1.
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
                break  // `DragFilm` shows them.
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
    /// The client that this is about, if it is about one.
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
    /// Whether an expectation did not hold in it.
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

    /// Makes sure that there is a passage to add to: a step goes on where a picture cut it.
    private mutating func continueStep(_ step: TraceEvent.Step?, at time: UInt64) {
        guard passages.isEmpty else { return }
        passages.append(ReportOutline.Passage(step: step, isContinued: step != nil, time: time))
    }
}

extension ReportOutline.Entry {
    /// When it was, on the virtual clock, in microseconds: of several, the last.
    var time: UInt64 {
        switch self {
        case .record(let record), .failure(_, let record): record.time.microseconds
        case .motions(let records): records[records.count - 1].time.microseconds
        }
    }
}

extension [ReportOutline.Entry] {
    /// Adds a motion to those before it, if it follows on one.
    mutating func append(motion record: TraceRecord) {
        guard case .motions(var records) = last else { return append(.motions([record])) }
        removeLast()  // Else the records would be shared, and copied for every motion.
        records.append(record)
        append(.motions(records))
    }
}
