// SPDX-License-Identifier: MIT

/// A node of the file as it is written, before it means anything.
struct SourceNode: Sendable {
    let location: Location
    let content: Content

    enum Content: Sendable {
        case scalar(Scalar)
        case sequence([SourceNode])
        case mapping([Entry])
    }

    struct Scalar: Sendable {
        let text: String
        /// Written without quotes, so that it may be a number, a truth value or nothing at all.
        let isPlain: Bool

        /// Nothing stands where a value should: an empty place, `~` or `null`.
        var isNull: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(text) }
    }

    struct Entry: Sendable {
        let key: Located<String>
        let value: SourceNode
    }

    /// What the node is, in words for a diagnostic.
    var kind: String {
        switch content {
        case .scalar(let scalar) where scalar.isNull: "nothing"
        case .scalar(let scalar): "`\(scalar.text.prefix(40))`"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// How many values there are in it, itself among them.
    var valueCount: Int {
        switch content {
        case .scalar: 1
        case .sequence(let nodes): nodes.reduce(1) { $0 + $1.valueCount }
        case .mapping(let entries): entries.reduce(1) { $0 + $1.value.valueCount }
        }
    }

    /// How many columns a diagnostic should mark: those of a one-line scalar, else only the first.
    var length: Int {
        switch content {
        case .scalar(let scalar) where scalar.isPlain: scalar.text.unicodeScalars.count
        case .scalar(let scalar): scalar.text.unicodeScalars.count + 2
        case .sequence, .mapping: 1
        }
    }
}
