// SPDX-License-Identifier: MIT

/// A file or folder that is created in the run's home before any client starts.
package struct SetupItem: Equatable, Sendable {
    package var path: HomePath
    package var content: Content
    /// Whether write permissions are removed.
    package var isReadOnly: Bool
    package var location: Location

    package init(path: HomePath, content: Content, isReadOnly: Bool = false, location: Location) {
        self.path = path
        self.content = content
        self.isReadOnly = isReadOnly
        self.location = location
    }

    package enum Content: Equatable, Sendable {
        /// A file with this UTF-8 text, which may be empty.
        case text(String)
        /// A file of this size in bytes, with deterministic content.
        case size(Int)
        /// A copy of a file, with its mode, by its absolute path.
        case file(String)
        /// A folder, created if it does not exist.
        case folder
        /// A copy of a folder with all its content, by its absolute path.
        case copy(ofFolder: String)
    }
}

extension SetupItem {
    /// All items, in the order of the file; none may be inside an item that is a file.
    static let list = Shape<[SetupItem]>.list(of: shape).checked { items, _, reading in
        var isPossible = true
        for (index, item) in items.enumerated() {
            for earlier in items[..<index] where earlier.clashes(with: item) || item.clashes(with: earlier) {
                reading.report(
                    "`\(item.path)` conflicts with `\(earlier.path)`", at: item.location,
                    help: "`\(earlier.path)` is in line \(earlier.location.line)")
                isPossible = false
                break
            }
        }
        return isPossible ? items : nil
    }

    /// Whether another item has the same path, or is inside this item although this is a file.
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
            Case("text", "The content of the file, as UTF-8; empty if left out.", Shape<String>.text) {
                Source.text($0)
            },
            Case(
                "size", "The size of the file in bytes; its content is the same in every run.",
                .integer(in: 0...sizeLimit)
            ) {
                Source.size($0)
            },
            Case("from", "A file or folder to copy, relative to the scenario's folder.", Shape<String>.text.located) {
                Source.from($0)
            },
        ])
        let isReadOnly = keys.optional("read-only", "Whether it is read-only.", .truth, default: false)
        keys.require(oneOf: ["file"], for: "text")
        keys.require(oneOf: ["file"], for: "size")
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
