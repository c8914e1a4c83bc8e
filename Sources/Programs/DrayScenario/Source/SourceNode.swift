// SPDX-License-Identifier: MIT

/// A node of the file before interpretation.
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
        /// Whether the scalar is unquoted, so that it may be a number, a Boolean or null.
        let isPlain: Bool

        /// Whether the value is null: empty, `~` or `null`.
        var isNull: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(text) }
    }

    struct Entry: Sendable {
        let key: Located<String>
        let value: SourceNode
    }

    /// The kind of the node, as named in diagnostics.
    var kind: String {
        switch content {
        case .scalar(let scalar) where scalar.isNull: "nothing"
        case .scalar(let scalar): "`\(scalar.text.prefix(40))`"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// The number of values in the node, including itself.
    var valueCount: Int {
        switch content {
        case .scalar: 1
        case .sequence(let nodes): nodes.reduce(1) { $0 + $1.valueCount }
        case .mapping(let entries): entries.reduce(1) { $0 + $1.value.valueCount }
        }
    }

    /// The number of columns that a diagnostic marks: all of a one-line scalar, otherwise only the first.
    var length: Int {
        switch content {
        case .scalar(let scalar) where scalar.isPlain: scalar.text.unicodeScalars.count
        case .scalar(let scalar): scalar.text.unicodeScalars.count + 2
        case .sequence, .mapping: 1
        }
    }
}
