// SPDX-License-Identifier: MIT

package import DrayScenario
import Glibc

/// The file of a recording. It is opened before the recording begins, so that an unwritable path is reported
/// immediately and not when the recording is finished. Existing content stays until the recording is written.
package final class RecordingFile {
    package let path: String

    private let file: RegularFile
    /// Whether the file did not exist.
    private let isNew: Bool
    private var isWritten = false

    /// Throws if the path is not writable or is not a regular file.
    package init(at path: String) throws(SystemFailure) {
        self.path = path
        isNew = access(path, F_OK) != 0
        file = try RegularFile(writing: path)
    }

    deinit {
        if isNew, !isWritten { unlink(path) }
    }

    /// Writes the recording, replacing the content of the file.
    package func write(_ text: String) throws(SystemFailure) {
        do throws(SystemFailure) { try file.replaceAll(by: Array(text.utf8)) } catch {
            throw SystemFailure("\(path): \(error.description)")
        }
        isWritten = true
    }
}
