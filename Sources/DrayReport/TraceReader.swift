// SPDX-License-Identifier: MIT

package import FoundationEssentials

/// Reads a trace back, and says which lines it could not read; the others are not lost by that.
package struct TraceReader: Equatable, Sendable {
    /// The records that could be read, in the file's order.
    package let records: [TraceRecord]
    /// The line of each record, from 1.
    package let lineNumbers: [Int]
    /// The lines that could not be read.
    package let badLines: [BadLine]

    /// A line that is no record.
    package struct BadLine: Equatable, Sendable, CustomStringConvertible {
        /// The line's number, from 1.
        package let line: Int
        /// What is wrong, in words.
        package let reason: String

        package var description: String { "line \(line): \(reason)" }
    }

    /// Reads a trace from a file. Throws only where the file cannot be read at all.
    package init(contentsOf file: URL) throws(FileFailure) {
        self.init(try Data(reading: file.path))
    }

    /// Reads a trace from memory. Empty lines count, but are not records.
    init(_ data: Data) {
        var records: [TraceRecord] = []
        var lineNumbers: [Int] = []
        var badLines: [BadLine] = []
        let lines = data.split(separator: TraceFormat.newline, omittingEmptySubsequences: false)
        for (offset, line) in lines.enumerated() where !line.isEmpty {
            do throws(TraceProblem) {
                records.append(try TraceFormat.record(from: Data(line)))
                lineNumbers.append(offset + 1)
            } catch {
                badLines.append(BadLine(line: offset + 1, reason: error.reason))
            }
        }
        self.records = records
        self.lineNumbers = lineNumbers
        self.badLines = badLines
    }
}
