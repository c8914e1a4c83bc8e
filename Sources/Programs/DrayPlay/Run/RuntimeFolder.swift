// SPDX-License-Identifier: MIT

import CGuardian
import DrayScenario
import FoundationEssentials
import Glibc

/// A run's own `XDG_RUNTIME_DIR`: a private folder, removed with this object, or by its guardian if this process is
/// killed.
final class RuntimeFolder {
    let path: String
    private let guardian: Guardian?

    /// The subfolder for the clients' temporary files.
    static let temporary = "tmp"

    init() throws(SystemFailure) {
        // Socket paths are limited to 107 bytes, so the folder is created in a folder with a short path.
        let wanted = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        let parent = wanted.hasPrefix("/") && wanted.utf8.count <= 64 ? wanted : "/tmp"
        var template = Array("\(parent)/dray-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw SystemFailure(path: "\(parent)/dray-XXXXXX")
        }
        // The canonical path, as mount points are listed by it.
        let resolved = realpath(made, nil)
        defer { free(resolved) }
        path = String(cString: resolved ?? made)
        guardian = Guardian(folder: path)
    }

    deinit {
        // Killed services of a bus may have left dead FUSE mounts.
        dray_unmount_below(path)
        FolderRemoval.remove(path)
    }
}
