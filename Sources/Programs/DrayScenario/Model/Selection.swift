// SPDX-License-Identifier: MIT

/// Selects several items with mouse and keyboard, as the user would.
package enum Selection: Equatable, Sendable {
    /// A click on the first, then clicks with Ctrl on the others. Never empty.
    case items([Place])
    /// A click on one item, then a click with Shift on another, which selects everything in between, or the text.
    case range(from: Place, to: Place)
}

extension Selection {
    static let shape = Shape<Selection>.record { keys in
        let start = keys.exactlyOne([
            Case("items", "The items: a click on the first, then a click with Ctrl on each of the others.", itemsShape)
            {
                Start.items($0)
            },
            Case("from", "The start of the range, which is clicked.", Place.shape) { Start.from($0) },
        ])
        let to = keys.optional("to", "The end of the range, which is clicked with Shift.", Place.shape)
        keys.require(oneOf: ["to"], for: "from")
        keys.require(oneOf: ["from"], for: "to")
        switch (start, to) {
        case (.items(let items), nil): return .items(items)
        case (.from(let from), let to?): return .range(from: from, to: to)
        case (.items, _), (.from, nil), (nil, _): return nil  // Already reported.
        }
    }
    .named("select")

    private enum Start: Sendable {
        case items([Place])
        case from(Place)
    }

    static let itemsShape = Shape<[Place]>.list(of: Place.shape, minimum: 1)
}
