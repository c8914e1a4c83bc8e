// SPDX-License-Identifier: MIT

/// An event or an effect of a drag in words that stay the same: what traces keep, replays read and logs show.
///
/// Names and labels are a format of their own: a case may be renamed in the code, and traces that were kept can still be
/// read. What is nil has no field. Points are `x,y`, times microseconds, sets of actions and modifiers their bits.
public struct DragRecord: Equatable, Sendable, CustomStringConvertible {
    /// What happened: `enter`, `target.action`.
    public var name: String
    /// In the order in which they are told.
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

    /// The same, as a part of something larger.
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
    /// One type a line. A name is the client's own, and may have anything in it.
    var recorded: String {
        map { $0.rawValue.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\") }
            .map { $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n") }
            .joined(separator: "\n")
    }

    /// Reads ``recorded`` back.
    public init(recorded text: String) {
        self.init(
            text.split(separator: "\n").map { line in
                var name = ""
                var isEscaped = false
                for character in line {
                    switch (isEscaped, character) {
                    case (false, "\\"): isEscaped = true
                    case (false, _): name.append(character)
                    case (true, "n"):
                        name.append("\n")
                        isEscaped = false
                    case (true, _):
                        name.append(character)
                        isEscaped = false
                    }
                }
                return MimeType(name)
            })
    }
}

extension SurfaceID {
    var recorded: String { "\(rawValue)" }
}

extension OfferID {
    var recorded: String { "\(rawValue)" }
}

extension Dialect {
    /// Its name in records.
    public var recordedName: String {
        switch self {
        case .legacy: "legacy"
        case .negotiating: "negotiating"
        }
    }

    public init?(recordedName: String) {
        switch recordedName {
        case "legacy": self = .legacy
        case "negotiating": self = .negotiating
        default: return nil
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
    /// Its name in records.
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
    /// Its name in records.
    public var recordedName: String {
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

    public init?(recordedName: String) {
        let all: [DragInterruption] = [
            .escape, .deviceGone, .touchCancelled, .sessionLocked, .host, .transferFailed, .timedOut,
        ]
        guard let found = all.first(where: { $0.recordedName == recordedName }) else { return nil }
        self = found
    }
}

extension Delivery {
    /// Its name in records.
    public var recordedName: String {
        switch self {
        case .notAsked: "notAsked"
        case .cameBefore: "cameBefore"
        case .awaited: "awaited"
        case .arrived: "arrived"
        case .failed: "failed"
        case .brokeOff: "brokeOff"
        }
    }

    public init?(recordedName: String) {
        guard let found = Self.allCases.first(where: { $0.recordedName == recordedName }) else { return nil }
        self = found
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
