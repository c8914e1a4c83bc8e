// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// A run's own `XDG_RUNTIME_DIR`: a folder that nobody else may read, removed with this object.
final class RuntimeFolder {
    let path: String

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder in it for clients' temporary files.
    static let temporary = "tmp"

    init() throws(Failure) {
        // Socket paths may have 107 bytes at most, so the folder is made where paths are short.
        let wanted = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        let parent = wanted.hasPrefix("/") && wanted.utf8.count <= 64 ? wanted : "/tmp"
        var template = Array("\(parent)/dray-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw Failure(description: "no folder for the run in \(parent): \(String(cString: strerror(errno)))")
        }
        path = String(cString: made)
    }

    deinit {
        FolderRemoval.remove(path)
    }
}
