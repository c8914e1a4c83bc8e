// SPDX-License-Identifier: MIT

/// A cache of the last conversions: most drags from an application offer the same types again, and the client waits
/// while a drag begins.
public struct ConversionMemory: Sendable {
    private var newest: (types: Representations, ability: ConversionAbility, further: [Conversion])?

    public init() {}

    /// Returns the same as ``Conversion/further(than:able:reads:)``.
    public mutating func further(
        than types: Representations, able: ConversionAbility, reads: (LegacyCharset) -> Bool = { _ in true }
    ) -> [Conversion] {
        if let newest, newest.ability == able, newest.types == types { return newest.further }
        let further = Conversion.further(than: types, able: able, reads: reads)
        newest = (types, able, further)
        return further
    }
}
