// SPDX-License-Identifier: MIT

import CGuardian
import DrayScenario
import FoundationEssentials
import Glibc

/// A run's own `XDG_RUNTIME_DIR`: a folder that nobody else may read, removed with this object, or
/// by its guardian if this process is killed.
final class RuntimeFolder {
    let path: String
    private let guardian: Guardian?

    /// The folder in it for clients' temporary files.
    static let temporary = "tmp"

    init() throws(SystemFailure) {
        // Socket paths may have 107 bytes at most, so the folder is made where paths are short.
        let wanted = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        let parent = wanted.hasPrefix("/") && wanted.utf8.count <= 64 ? wanted : "/tmp"
        var template = Array("\(parent)/dray-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw SystemFailure(path: "\(parent)/dray-XXXXXX")
        }
        // As the system names it, which tells of what is mounted there by that name.
        let resolved = realpath(made, nil)
        defer { free(resolved) }
        path = String(cString: resolved ?? made)
        guardian = Guardian(folder: path)
    }

    deinit {
        // Services that a bus has started may have served a file system there, and are dead.
        dray_unmount_below(path)
        FolderRemoval.remove(path)
    }
}
