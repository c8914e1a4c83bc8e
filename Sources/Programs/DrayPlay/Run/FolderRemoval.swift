// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// Removes folders recursively, even where clients have removed write permissions.
enum FolderRemoval {
    /// Removes a folder. Symbolic links are removed, not followed.
    static func remove(_ path: String) {
        do { try FileManager.default.removeItem(atPath: path) } catch {
            makeWritable(path)
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private static func makeWritable(_ folder: String) {
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        chmod(folder, 0o700)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            makeWritable("\(folder)/\(name)")
        }
    }
}
