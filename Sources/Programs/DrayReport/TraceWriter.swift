// SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc

/// Writes a trace during the run. Every record is in the file when `append` returns, so that the trace survives a
/// crash.
package final class TraceWriter {
    /// The path of the trace.
    let file: URL
    private let descriptor: Int32

    /// Creates an empty trace, replacing an existing file or link. Throws the system's error.
    package convenience init(creating file: URL) throws(FileFailure) {
        self.init(file, descriptor: try ReportPlace(file).open())
    }

    /// - Parameter descriptor: A descriptor open for writing; closed when this object is deallocated.
    init(_ file: URL, descriptor: Int32) {
        self.file = file
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Appends a record. Throws the system's error (a full disk); the trace then ends before or within this record.
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
