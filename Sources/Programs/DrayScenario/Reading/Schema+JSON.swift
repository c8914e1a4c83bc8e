// SPDX-License-Identifier: MIT

// Converts the schema to JSON Schema, which `dray schema` prints for editors.

extension Schema {
    /// The JSON Schema (draft 2020-12) of a whole file.
    func document(title: String, about: String) -> JSON {
        var definitions: [(String, JSON)] = []
        guard case .object(let root) = json(&definitions) else { return .null }
        let head: [(String, JSON)] = [
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("title", .string(title)),
            ("description", .string(about)),
        ]
        return .object(head + root + [("$defs", .object(definitions.sorted { $0.0 < $1.0 }))])
    }

    private func json(_ definitions: inout [(String, JSON)]) -> JSON {
        switch self {
        case .text(nil):
            // An unquoted number or Boolean is accepted as text.
            return .object([("type", .array([.string("string"), .string("number"), .string("boolean")]))])
        case .text(let pattern?):
            return Self.orParameter(.object([("type", .string("string")), ("pattern", .string(pattern))]))
        case .word(let pattern):
            return Self.orParameter(
                .object([
                    ("type", .array([.string("string"), .string("number")])), ("pattern", .string(pattern)),
                    ("minimum", .number(0)),
                ]))
        case .integer(let range):
            return Self.orParameter(
                .object([
                    ("type", .string("integer")), ("minimum", .number(Double(range.lowerBound))),
                    ("maximum", .number(Double(range.upperBound))),
                ]))
        case .number(let range):
            return Self.orParameter(
                .object([
                    ("type", .string("number")), ("minimum", .number(range.lowerBound)),
                    ("maximum", .number(range.upperBound)),
                ]))
        case .truth:
            return Self.orParameter(.object([("type", .string("boolean"))]))
        case .choice(let words):
            return Self.orParameter(.object([("enum", .array(words.map { .string($0) }))]))
        case .list(let element, let minimum, let maximum):
            var members: [(String, JSON)] = [("type", .string("array")), ("items", element.json(&definitions))]
            if minimum > 0 { members.append(("minItems", .number(Double(minimum)))) }
            if let maximum { members.append(("maxItems", .number(Double(maximum)))) }
            return .object(members)
        case .map(let element, let pattern):
            var members: [(String, JSON)] = [
                ("type", .string("object")), ("additionalProperties", element.json(&definitions)),
            ]
            if let pattern { members.append(("propertyNames", .object([("pattern", .string(pattern))]))) }
            return .object(members)
        case .record(let record):
            return record.json(&definitions)
        case .anyOf(let schemas):
            return .object([("anyOf", .array(schemas.map { $0.json(&definitions) }))])
        case .named(let name, let schema):
            if !definitions.contains(where: { $0.0 == name }) {
                definitions.append((name, .null))
                let json = schema.json(&definitions)
                definitions.removeAll { $0.0 == name }
                definitions.append((name, json))
            }
            return .object([("$ref", .string("#/$defs/\(name)"))])
        }
    }

    /// Also accepts a parameter, which can stand for any scalar.
    private static func orParameter(_ schema: JSON) -> JSON {
        let parameter = JSON.object([("type", .string("string")), ("pattern", .string("\\$\\{[^}]+\\}"))])
        return .object([("anyOf", .array([schema, parameter]))])
    }
}

extension Schema.Record {
    fileprivate func json(_ definitions: inout [(String, JSON)]) -> JSON {
        var properties: [(String, JSON)] = []
        for field in fields {
            guard case .object(let members) = field.schema().json(&definitions) else { continue }
            properties.append((field.name, .object([("description", .string(field.about))] + members)))
        }
        var members: [(String, JSON)] = [
            ("type", .string("object")), ("additionalProperties", .boolean(false)),
            ("properties", .object(properties)),
        ]
        let required = fields.filter(\.isRequired).map { JSON.string($0.name) }
        if !required.isEmpty { members.append(("required", .array(required))) }
        if !dependencies.isEmpty {
            let needs = dependencies.map { ($0.name, JSON.object([("anyOf", .array($0.needs.map(Self.present)))])) }
            members.append(("dependentSchemas", .object(needs)))
        }
        let rules =
            exactlyOne.map { JSON.object([("oneOf", .array($0.map(Self.present)))]) }
            + atLeastOne.map { JSON.object([("anyOf", .array($0.map(Self.present)))]) }
            + atMostOne.map { names in
                let none = JSON.object([("not", .object([("anyOf", .array(names.map(Self.present)))]))])
                return JSON.object([("oneOf", .array(names.map(Self.present) + [none]))])
            }
        if !rules.isEmpty { members.append(("allOf", .array(rules))) }
        return .object(members)
    }

    private static func present(_ name: String) -> JSON {
        .object([("required", .array([.string(name)]))])
    }
}
