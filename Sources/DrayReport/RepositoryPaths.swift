// SPDX-License-Identifier: MIT

/// Paths as those who show places in a repository want them: from its root, wherever the program was started.
package struct RepositoryPaths {
    private let root: [Substring]?
    private let folder: [Substring]

    /// - Parameters:
    ///   - root: the repository's; nil where that is not known: paths stay as they are.
    ///   - folder: what paths are relative to.
    package init(root: String?, folder: String) {
        self.root = root.map { Self.parts(of: $0[...], after: []) }
        self.folder = Self.parts(of: folder[...], after: [])
    }

    /// A path that lies elsewhere stays as it is.
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
