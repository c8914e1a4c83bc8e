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
        let items = keys.optional(
            "items", "Places: a click on the first, Ctrl and a click on each of the others.", itemsShape)
        let from = keys.optional("from", "A click here selects from here,", Place.shape)
        let to = keys.optional("to", "to where Shift and a click are.", Place.shape)
        keys.require(oneOf: ["to"], beside: "from")
        keys.require(oneOf: ["from"], beside: "to")
        switch (items, from, to) {
        case (let items?, nil, nil): return .items(items)
        case (nil, let from?, let to?): return .range(from: from, to: to)
        case (_, _, _):
            keys.reading?.report(
                items == nil ? "nothing is selected" : "`items` cannot stand beside `from` and `to`",
                at: keys.location, help: "`items: [PLACE, …]`, or `from: PLACE, to: PLACE`")
            return nil
        }
    }
    .named("select")

    static let itemsShape = Shape<[Place]>.list(of: Place.shape, minimum: 1)
}
