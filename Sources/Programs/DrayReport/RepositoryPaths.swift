// SPDX-License-Identifier: MIT

/// Converts paths to paths relative to the repository root, as code hosting services require, independent of the
/// working directory.
package struct RepositoryPaths {
    private let root: [Substring]?
    private let folder: [Substring]

    /// - Parameters:
    ///   - root: The repository root; nil if unknown, which leaves paths unchanged.
    ///   - folder: The folder that paths are relative to.
    package init(root: String?, folder: String) {
        self.root = root.map { Self.parts(of: $0[...], after: []) }
        self.folder = Self.parts(of: folder[...], after: [])
    }

    /// Converts a path; a path outside of the repository is unchanged.
    package func path(_ path: String) -> String {
        guard let root else { return path }
        let whole = Self.parts(of: path[...], after: path.hasPrefix("/") ? [] : folder)
        guard whole.starts(with: root), whole.count > root.count else { return path }
        return whole.dropFirst(root.count).joined(separator: "/")
    }

    private static func parts(of path: Substring, after before: [Substring]) -> [Substring] {
        path.split(separator: "/").reduce(into: before) { parts, part in
            switch part {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
    }
}
