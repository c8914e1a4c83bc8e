// SPDX-License-Identifier: MIT

/// An entry for result tables: the row and the columns that a passing scenario fills.
package struct Showing: Equatable, Sendable {
    /// The row: a short description of the action, such as `text with the pointer`.
    package var what: String
    /// The toolkit of the drag source.
    package var source: String?
    /// The toolkit of the drop target.
    package var target: String?

    package init(what: String, source: String? = nil, target: String? = nil) {
        self.what = what
        self.source = source
        self.target = target
    }
}

extension Showing {
    static let shape = Shape<Showing>.record { keys in
        let what = keys.required("what", "The action, in a few words.", .text)
        let source = keys.optional("source", "The toolkit of the source.", .text)
        let target = keys.optional("target", "The toolkit of the target.", .text)
        return what.map { Showing(what: $0, source: source, target: target) }
    }
    .named("showing")
}
