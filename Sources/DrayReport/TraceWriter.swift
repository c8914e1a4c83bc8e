// SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc

/// Writes a trace as it happens: every record is in the file when `append` returns, so that a run that dies leaves
/// all that it saw.
package final class TraceWriter {
    /// Where the trace is.
    let file: URL
    private let descriptor: Int32

    /// Begins an empty trace, in place of a file or a link that is already there. Throws the system's error.
    package convenience init(creating file: URL) throws(FileFailure) {
        self.init(file, descriptor: try ReportPlace(file).open())
    }

    /// - Parameter descriptor: open for writing; closed with this value.
    init(_ file: URL, descriptor: Int32) {
        self.file = file
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Adds a record. Throws the system's error (a full disk); the trace then ends before this record or within it.
    package func append(_ record: TraceRecord) throws {
        let line = try TraceFormat.line(for: record)
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileFailure(path: file.path, needed: line.count) }
            rest = rest.dropFirst(count)
        }
    }
}
