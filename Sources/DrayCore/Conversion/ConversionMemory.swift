// SPDX-License-Identifier: MIT

/// What the newest content could be made into: whoever drags from an application mostly drags the same types again, and a client
/// waits as a drag begins.
public struct ConversionMemory: Sendable {
    private var newest: (types: Representations, ability: ConversionAbility, further: [Conversion])?

    public init() {}

    /// As ``Conversion/further(than:able:)``.
    public mutating func further(than types: Representations, able: ConversionAbility) -> [Conversion] {
        if let newest, newest.ability == able, newest.types == types { return newest.further }
        let further = Conversion.further(than: types, able: able)
        newest = (types, able, further)
        return further
    }
}
