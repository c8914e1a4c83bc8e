// SPDX-License-Identifier: MIT

/// What a scenario shows when it passes: a row and some columns of a table.
struct Showing: Codable, Equatable, Sendable {
    /// What is done, in a few words: `text with the pointer`.
    var what: String
    /// The toolkit that the content comes from.
    var source: String?
    /// The toolkit that it goes to.
    var target: String?
}

extension Showing {
    static let shape = Shape<Showing>.record { keys in
        let what = keys.required("what", "What is done, in a few words.", .text)
        let source = keys.optional("source", "The toolkit that the content comes from.", .text)
        let target = keys.optional("target", "The toolkit that it goes to.", .text)
        return what.map { Showing(what: $0, source: source, target: target) }
    }
    .named("showing")
}
