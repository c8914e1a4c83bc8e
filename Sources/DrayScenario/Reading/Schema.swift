// SPDX-License-Identifier: MIT

/// What a place in a scenario may hold, as data; the JSON Schema is made from it.
indirect enum Schema: Sendable {
    /// Any scalar, or one whose text matches a pattern of JSON Schema's kind.
    case text(pattern: String?)
    /// A text that matches a pattern, and that a number without a sign is as well: `picture: 7`.
    case word(pattern: String)
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case truth
    case choice([String])
    case list(Schema, minimum: Int, maximum: Int?)
    case map(Schema, keyPattern: String?)
    case record(Record)
    case anyOf([Schema])
    /// Written once under `$defs`, and referred to.
    case named(String, Schema)

    /// The keys of the mapping that it describes; none where it describes something else.
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
        /// A key that needs one of others beside it.
        var dependencies: [(name: String, needs: [String])] = []
    }

    struct Field: Sendable {
        var name: String
        var about: String
        var isRequired: Bool
        var schema: @Sendable () -> Schema
    }
}
