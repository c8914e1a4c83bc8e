// SPDX-License-Identifier: MIT

/// What a scenario shows when it passes: a row and some columns of a table.
package struct Showing: Equatable, Sendable {
    /// What is done, in a few words: `text with the pointer`.
    package var what: String
    /// The toolkit that the content comes from.
    package var source: String?
    /// The toolkit that it goes to.
    package var target: String?

    package init(what: String, source: String? = nil, target: String? = nil) {
        self.what = what
        self.source = source
        self.target = target
    }
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
