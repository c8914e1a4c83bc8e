// SPDX-License-Identifier: MIT

/// An event or an effect of a drag with stable names, for traces, replays and logs.
///
/// Names and labels are a file format: a case may be renamed in the code, and existing traces can still be read. Nil
/// values have no field. Points are written as `x,y`, times in microseconds, sets of actions and modifiers as bits.
public struct DragRecord: Equatable, Sendable, CustomStringConvertible {
    /// The name of the event or effect: `enter`, `target.action`.
    public var name: String
    /// The fields in the order of output.
    public var fields: [Field]

    public struct Field: Equatable, Sendable {
        public var label: String
        public var value: String
    }

    init(_ name: String, _ fields: KeyValuePairs<String, String?> = [:]) {
        self.name = name
        self.fields = fields.compactMap { label, value in value.map { Field(label: label, value: $0) } }
    }

    /// `accept (offer: 3, type: text/plain)`.
    public var description: String {
        guard !fields.isEmpty else { return name }
        return "\(name) (\(fields.map { "\($0.label): \($0.value)" }.joined(separator: ", ")))"
    }

    /// Returns the record with a prefix before its name.
    func within(_ outer: String) -> DragRecord {
        var record = self
        record.name = "\(outer).\(name)"
        return record
    }

}

extension Point {
    var recorded: String { "\(x),\(y)" }
}

extension Representations {
    /// The types, one per line. Names come from the client and may contain any character, so backslashes and line feeds
    /// are escaped.
    var recorded: String {
        map { $0.rawValue.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\") }
            .map { $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n") }
            .joined(separator: "\n")
    }
}

extension SurfaceID {
    var recorded: String { "\(rawValue)" }
}

extension OfferID {
    var recorded: String { "\(rawValue)" }
}

extension Dialect {
    /// The name in records.
    package var recordedName: String {
        switch self {
        case .legacy: "legacy"
        case .negotiating: "negotiating"
        }
    }
}

extension DragAction {
    var recordedName: String {
        switch self {
        case .copy: "copy"
        case .move: "move"
        case .ask: "ask"
        }
    }
}

extension Feedback.Outcome {
    /// The name in records.
    package var recordedName: String {
        switch self {
        case .undecided: "undecided"
        case .copy: "copy"
        case .move: "move"
        case .ask: "ask"
        case .notPossible: "notPossible"
        }
    }

    package init?(recordedName: String) {
        let all: [Feedback.Outcome] = [.undecided, .copy, .move, .ask, .notPossible]
        guard let found = all.first(where: { $0.recordedName == recordedName }) else { return nil }
        self = found
    }
}

extension DragInterruption {
    /// The name in records.
    var recordedName: String {
        switch self {
        case .escape: "escape"
        case .deviceGone: "deviceGone"
        case .touchCancelled: "touchCancelled"
        case .sessionLocked: "sessionLocked"
        case .host: "host"
        case .transferFailed: "transferFailed"
        case .timedOut: "timedOut"
        }
    }
}

extension Delivery {
    /// The name in records.
    var recordedName: String {
        switch self {
        case .notAsked: "notAsked"
        case .cameBefore: "cameBefore"
        case .awaited: "awaited"
        case .arrived: "arrived"
        case .failed: "failed"
        case .brokeOff: "brokeOff"
        }
    }
}

extension DragOutcome {
    var recordedName: String {
        switch self {
        case .finished(let action): "finished.\(action.recordedName)"
        case .handedOver: "handedOver"
        case .missed: "missed"
        case .refused: "refused"
        case .abandoned: "abandoned"
        case .targetGone: "targetGone"
        case .sourceGone: "sourceGone"
        case .interrupted(let interruption): "interrupted.\(interruption.recordedName)"
        }
    }
}
