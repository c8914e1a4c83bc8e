// SPDX-License-Identifier: MIT

import FoundationEssentials

/// How a trace is written down: one JSON object a line, keys sorted, so that two traces can be compared line by line.
enum TraceFormat {
    /// The line for a record, with its end.
    static func line(for record: TraceRecord) throws -> Data {
        Data((try JSONText.write(record) + "\n").utf8)
    }

    /// Reads one line. Throws what is wrong with it, in words.
    static func record(from line: Data) throws(TraceProblem) -> TraceRecord {
        do {
            return try JSONDecoder().decode(TraceRecord.self, from: line)
        } catch let error as DecodingError {
            throw TraceProblem(describing: error)
        } catch {
            throw TraceProblem(reason: "\(error)")
        }
    }

    static let newline = UInt8(ascii: "\n")
}

/// What is wrong with a line of a trace.
package struct TraceProblem: Error, Equatable, Sendable {
    /// In words, without the place.
    package var reason: String

    init(reason: String) {
        self.reason = reason
    }

    package init(describing error: DecodingError) {
        switch error {
        case .keyNotFound(let key, _):
            reason = "“\(key.stringValue)” is missing"
        case .valueNotFound(_, let context):
            reason = "“\(Self.path(context))” has no value"
        case .typeMismatch(_, let context):
            reason = "“\(Self.path(context))” has the wrong type"
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            reason = "not a JSON object"
        case .dataCorrupted(let context):
            reason = "“\(Self.path(context))” has a value that is not known"
        @unknown default:
            reason = "\(error)"
        }
    }

    private static func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map(\.stringValue).joined(separator: ".")
    }
}
