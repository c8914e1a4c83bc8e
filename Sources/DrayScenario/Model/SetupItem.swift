// SPDX-License-Identifier: MIT

/// A file or folder that is made in the run's home before any client starts.
package struct SetupItem: Equatable, Sendable {
    package var path: HomePath
    package var content: Content
    /// Nobody may write to it.
    package var isReadOnly: Bool
    package var location: Location

    package init(path: HomePath, content: Content, isReadOnly: Bool = false, location: Location) {
        self.path = path
        self.content = content
        self.isReadOnly = isReadOnly
        self.location = location
    }

    package enum Content: Equatable, Sendable {
        /// A file with this text, as UTF-8; an empty one among them.
        case text(String)
        /// A file of so many bytes, the same in every run.
        case size(Int)
        /// A file with the content and the mode of another one, absolute.
        case file(String)
        /// An empty folder, or one that is there already.
        case folder
        /// A folder with all that is in another one, absolute.
        case copy(ofFolder: String)
    }
}

extension SetupItem {
    /// All of them, in the order of the file; none is made inside of what is a file.
    static let list = Shape<[SetupItem]>.list(of: shape).checked { items, _, reading in
        var isPossible = true
        for (index, item) in items.enumerated() {
            for earlier in items[..<index] where earlier.clashes(with: item) || item.clashes(with: earlier) {
                reading.report(
                    "`\(item.path)` cannot be made beside `\(earlier.path)`", at: item.location,
                    help: "`\(earlier.path)` stands in line \(earlier.location.line)")
                isPossible = false
                break
            }
        }
        return isPossible ? items : nil
    }

    /// Whether another item is the same file, or is in this, which is a file.
    private func clashes(with other: SetupItem) -> Bool {
        switch content {
        case .text, .size, .file: other.path == path || other.path.isBelow(path)
        case .folder, .copy: false
        }
    }

    private enum Destination {
        case file(HomePath)
        case folder(HomePath)
    }

    private enum Source {
        case text(String)
        case size(Int)
        case from(Located<String>)
    }

    private static let shape = Shape<SetupItem>.record { keys in
        let place = keys.exactlyOne([
            Case("file", "A file, by its path in the run's home.", .homePath) { Destination.file($0) },
            Case("folder", "A folder, by its path in the run's home.", .homePath) { Destination.folder($0) },
        ])
        let source = keys.atMostOne([
            Case("text", "What is in the file, as UTF-8; nothing if left out.", Shape<String>.text) { Source.text($0) },
            Case("size", "So many bytes are in the file, the same in every run.", .integer(in: 0...sizeLimit)) {
                Source.size($0)
            },
            Case("from", "A file or folder that it is a copy of, beside the scenario.", Shape<String>.text.located) {
                Source.from($0)
            },
        ])
        let isReadOnly = keys.optional("read-only", "Nobody may write to it.", .truth, default: false)
        keys.require(oneOf: ["file"], beside: "text")
        keys.require(oneOf: ["file"], beside: "size")
        guard let place, let reading = keys.reading else { return nil }
        switch (place, source) {
        case (.file(let path), let source):
            guard let content = content(ofFileFrom: source, reading) else { return nil }
            return SetupItem(path: path, content: content, isReadOnly: isReadOnly, location: keys.location)
        case (.folder(let path), .from(let name)?):
            guard let source = fixture(name, reading, isFolder: true) else { return nil }
            return SetupItem(
                path: path, content: .copy(ofFolder: source), isReadOnly: isReadOnly, location: keys.location)
        case (.folder(let path), .text?), (.folder(let path), .size?), (.folder(let path), nil):
            return SetupItem(path: path, content: .folder, isReadOnly: isReadOnly, location: keys.location)
        }
    }
    .named("setup")

    /// 256 MiB.
    private static let sizeLimit = 1 << 28

    private static func content(ofFileFrom source: Source?, _ reading: Reading) -> Content? {
        switch source {
        case .text(let text)?: .text(text)
        case .size(let size)?: .size(size)
        case .from(let name)?: fixture(name, reading, isFolder: false).map { .file($0) }
        case nil: .text("")
        }
    }

    private static func fixture(_ name: Located<String>, _ reading: Reading, isFolder: Bool) -> String? {
        let path = reading.path(of: name.value)
        if isFolder ? reading.surroundings.directoryExists(path) : reading.surroundings.fileExists(path) {
            return path
        }
        let isOther = reading.surroundings.fileExists(path) || reading.surroundings.directoryExists(path)
        reading.report(
            "there is no \(isFolder ? "folder" : "file") `\(name.value)`", key: name,
            help: isOther ? "\(path) is a \(isFolder ? "file" : "folder")" : "looked for \(path)")
        return nil
    }
}
