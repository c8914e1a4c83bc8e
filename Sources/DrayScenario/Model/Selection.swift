// SPDX-License-Identifier: MIT

/// Several things are selected, as a person does it with the mouse: by clicks, and a key that is held.
package enum Selection: Equatable, Sendable {
    /// A click on the first, and with Ctrl on each of the others. Never empty.
    case items([Place])
    /// A click on one, and with Shift on the other: all that is between them, or the text.
    case range(from: Place, to: Place)
}

extension Selection {
    static let shape = Shape<Selection>.record { keys in
        let start = keys.exactlyOne([
            Case("items", "Places: a click on the first, Ctrl and a click on each of the others.", itemsShape) {
                Start.items($0)
            },
            Case("from", "A click here selects from here,", Place.shape) { Start.from($0) },
        ])
        let to = keys.optional("to", "to where Shift and a click are.", Place.shape)
        keys.require(oneOf: ["to"], beside: "from")
        keys.require(oneOf: ["from"], beside: "to")
        switch (start, to) {
        case (.items(let items), nil): return .items(items)
        case (.from(let from), let to?): return .range(from: from, to: to)
        case (.items, _), (.from, nil), (nil, _): return nil  // Which is told.
        }
    }
    .named("select")

    private enum Start: Sendable {
        case items([Place])
        case from(Place)
    }

    static let itemsShape = Shape<[Place]>.list(of: Place.shape, minimum: 1)
}
