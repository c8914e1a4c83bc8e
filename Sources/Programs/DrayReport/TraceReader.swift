// SPDX-License-Identifier: MIT

package import FoundationEssentials

/// Reads a trace, and reports the lines that could not be parsed without discarding the others.
package struct TraceReader: Equatable, Sendable {
    /// The parsed records, in the file's order.
    package let records: [TraceRecord]
    /// The lines that could not be parsed.
    package let badLines: [BadLine]

    /// A line that is not a valid record.
    package struct BadLine: Equatable, Sendable, CustomStringConvertible {
        /// The line's number, from 1.
        package let line: Int
        /// A description of the problem.
        package let reason: String

        package var description: String { "line \(line): \(reason)" }
    }

    /// Reads a trace from a file. Throws only if the file cannot be read at all.
    package init(contentsOf file: URL) throws(FileFailure) {
        self.init(try Data(reading: file.path))
    }

    /// Reads a trace from memory. Empty lines are counted, but are not records.
    init(_ data: Data) {
        var records: [TraceRecord] = []
        var badLines: [BadLine] = []
        let lines = data.split(separator: TraceFormat.newline, omittingEmptySubsequences: false)
        for (offset, line) in lines.enumerated() where !line.isEmpty {
            do throws(TraceProblem) {
                records.append(try TraceFormat.record(from: Data(line)))
            } catch {
                badLines.append(BadLine(line: offset + 1, reason: error.reason))
            }
        }
        self.records = records
        self.badLines = badLines
    }
}
