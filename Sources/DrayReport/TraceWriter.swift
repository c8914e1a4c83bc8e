// SPDX-License-Identifier: MIT

package import Foundation

/// Writes a trace as it happens: every record is in the file when `append` returns, so that a run that dies leaves
/// all that it saw.
package final class TraceWriter {
    /// Where the trace is.
    let file: URL
    private let handle: FileHandle

    /// Begins an empty trace, in place of a file that is already there. Throws the system's error.
    package init(creating file: URL) throws {
        try Data().write(to: file)
        self.file = file
        handle = try FileHandle(forWritingTo: file)
    }

    deinit {
        try? handle.close()
    }

    /// Adds a record. Throws the system's error (a full disk); the trace then ends before this record or within it.
    package func append(_ record: TraceRecord) throws {
        try handle.write(contentsOf: TraceFormat.line(for: record))
    }
}
