// SPDX-License-Identifier: MIT

import FoundationEssentials

/// The serialization of a trace: one JSON object per line with sorted keys, so that two traces can be compared line by
/// line.
enum TraceFormat {
    /// The line for a record, with its terminator.
    static func line(for record: TraceRecord) throws -> Data {
        Data((try JSONText.write(record) + "\n").utf8)
    }

    /// Parses a line. Throws a description of the problem.
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

/// The problem with a line of a trace.
package struct TraceProblem: Error, Equatable, Sendable {
    /// A description without the location.
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
            reason = "“\(Self.path(context))” has an unknown value"
        @unknown default:
            reason = "\(error)"
        }
    }

    private static func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map(\.stringValue).joined(separator: ".")
    }
}
