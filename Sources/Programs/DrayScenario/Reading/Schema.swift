// SPDX-License-Identifier: MIT

/// The values allowed at a position in a scenario, as data. The JSON Schema is generated from it.
indirect enum Schema: Sendable {
    /// Any scalar, or a scalar whose text matches a JSON Schema pattern.
    case text(pattern: String?)
    /// Text that matches a pattern, which unquoted non-negative numbers also match: `picture: 7`.
    case word(pattern: String)
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case truth
    case choice([String])
    case list(Schema, minimum: Int, maximum: Int?)
    case map(Schema, keyPattern: String?)
    case record(Record)
    case anyOf([Schema])
    /// A schema that is written once under `$defs` and referenced.
    case named(String, Schema)

    /// The keys of the described mapping; empty if another kind of value is described.
    var keys: [String] {
        switch self {
        case .record(let record): record.fields.map(\.name)
        case .named(_, let schema): schema.keys
        case .text, .word, .integer, .number, .truth, .choice, .list, .map, .anyOf: []
        }
    }

    /// A mapping with known keys.
    struct Record: Sendable {
        var fields: [Field] = []
        var exactlyOne: [[String]] = []
        var atMostOne: [[String]] = []
        var atLeastOne: [[String]] = []
        /// Keys that are valid only together with one of several others.
        var dependencies: [(name: String, needs: [String])] = []
    }

    struct Field: Sendable {
        var name: String
        var about: String
        var isRequired: Bool
        var schema: @Sendable () -> Schema
    }
}
