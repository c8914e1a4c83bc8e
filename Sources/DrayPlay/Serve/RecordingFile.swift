// SPDX-License-Identifier: MIT

package import DrayScenario
import Glibc

/// Where a recording goes. It is opened before anything is recorded, so that a place that cannot be written is told then
/// and not when the work is done; what is in it stays until the recording is written.
package final class RecordingFile {
    package let path: String

    private let file: RegularFile
    /// It was not there before.
    private let isNew: Bool
    private var isWritten = false

    /// Fails for a place that cannot be written, and for what is no regular file.
    package init(at path: String) throws(SystemFailure) {
        self.path = path
        isNew = access(path, F_OK) != 0
        file = try RegularFile(writing: path)
    }

    deinit {
        if isNew, !isWritten { unlink(path) }
    }

    /// Writes the recording, in place of all that is in the file.
    package func write(_ text: String) throws(SystemFailure) {
        do throws(SystemFailure) { try file.replaceAll(by: Array(text.utf8)) } catch {
            throw SystemFailure("\(path): \(error.description)")
        }
        isWritten = true
    }
}
