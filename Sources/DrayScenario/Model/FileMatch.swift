// SPDX-License-Identifier: MIT

/// What a file or folder of the run's home has to be like.
package struct FileMatch: Equatable, Sendable {
    package var path: HomePath
    package var condition: Condition

    package init(path: HomePath, condition: Condition) {
        self.path = path
        self.condition = condition
    }

    package enum Condition: Equatable, Sendable {
        case state(State)
        /// It is a file with a text like this, as UTF-8.
        case content(TextMatch)
        /// It has the same bytes as another file, absolute; a folder has the same files in it.
        case same(String)
        /// What was here when the clients were started is there now, and here is nothing.
        case moved(to: HomePath)
        /// What was here when the clients were started is there now, and still here.
        case copied(to: HomePath)
    }

    package enum State: String, CaseIterable, Sendable {
        /// Something has the name, a link that leads nowhere too.
        case exists
        case absent
        /// A regular file.
        case file
        case folder
        /// The same as when the clients were started; a folder, with all that is in it.
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
    /// One, or a list.
    static let shape = Shape<[FileMatch]>.list(.list(of: record, minimum: 1), or: record.map { [$0] })

    private static let record = Shape<FileMatch>.record { keys in
        let path = keys.required("path", "Which one, by its path in the run's home.", .homePath)
        let condition = keys.exactlyOne([
            Case("is", "What is there: `unchanged` since the clients were started, and the like.", Shape<State>.word) {
                Condition.state($0)
            },
            Case("content", "A piece of what is in it, or `{equals: …}`, `{matches: …}`.", TextMatch.shape) {
                Condition.content($0)
            },
            Case("same-as", "A file or folder beside the scenario, or of the run, that is the same.", fixture) {
                Condition.same($0)
            },
            Case("moved-to", "Where it is now, and no longer here.", .homePath) { Condition.moved(to: $0) },
            Case("copied-to", "Where it is now, as well as here.", .homePath) { Condition.copied(to: $0) },
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
