// SPDX-License-Identifier: MIT

/// A condition on a file or folder in the run's home.
package struct FileMatch: Equatable, Sendable {
    package var path: HomePath
    package var condition: Condition

    package init(path: HomePath, condition: Condition) {
        self.path = path
        self.condition = condition
    }

    package enum Condition: Equatable, Sendable {
        case state(State)
        /// A file whose UTF-8 text matches.
        case content(TextMatch)
        /// The same bytes as another file, by its absolute path; for a folder, the same files.
        case same(String)
        /// What was at the path when the clients were started is at the new path, and the old path is empty.
        case moved(to: HomePath)
        /// What was at the path when the clients were started is at both paths.
        case copied(to: HomePath)
    }

    package enum State: String, CaseIterable, Sendable {
        /// The name exists, even as a dangling link.
        case exists
        case absent
        /// A regular file.
        case file
        case folder
        /// Unchanged since the clients were started; for a folder, including its content.
        case unchanged
    }

    package var words: String {
        switch condition {
        case .state(.exists): "\(path) exists"
        case .state(.absent): "no \(path)"
        case .state(.file): "\(path) is a file"
        case .state(.folder): "\(path) is a folder"
        case .state(.unchanged): "\(path) unchanged"
        case .content(let match): "\(path) holds \(match.words)"
        case .same(let file): "\(path) like \(file)"
        case .moved(let place): "\(path) moved to \(place)"
        case .copied(let place): "\(path) copied to \(place)"
        }
    }
}

extension FileMatch {
    /// A single condition, or a list.
    static let shape = Shape<[FileMatch]>.list(.list(of: record, minimum: 1), or: record.map { [$0] })

    private static let record = Shape<FileMatch>.record { keys in
        let path = keys.required("path", "The path in the run's home.", .homePath)
        let condition = keys.exactlyOne([
            Case("is", "The state, such as `unchanged` since the clients were started.", Shape<State>.word) {
                Condition.state($0)
            },
            Case("content", "A substring of its content, or `{equals: …}`, `{matches: …}`.", TextMatch.shape) {
                Condition.content($0)
            },
            Case(
                "same-as", "An identical file or folder, relative to the scenario's folder or in the run's folder.",
                fixture
            ) {
                Condition.same($0)
            },
            Case("moved-to", "Its new path; it is no longer at the old one.", .homePath) { Condition.moved(to: $0) },
            Case("copied-to", "The path of the copy; the original is still here.", .homePath) {
                Condition.copied(to: $0)
            },
        ])
        guard let path, let condition else { return nil }
        return FileMatch(path: path, condition: condition)
    }
    .named("file")

    private static let fixture = Shape<String>.text.checked { text, node, reading -> String? in
        let path = reading.path(of: text)
        let surroundings = reading.surroundings
        if surroundings.fileExists(path) || surroundings.directoryExists(path) || surroundings.isMadeByRun(path) {
            return path
        }
        reading.report("there is no file `\(text)`", at: node, help: "looked for \(path)")
        return nil
    }
}
