// SPDX-License-Identifier: MIT

import Foundation

@testable import DrayScenario

/// A validator for the subset of JSON Schema that the printed schema uses.
///
/// Unknown keywords are failures, so that nothing is ignored silently.
struct SchemaChecker {
    let definitions: [String: [String: Any]]
    /// All patterns of the schema, compiled once.
    private var patterns: [String: Regex<AnyRegexOutput>] = [:]

    init(_ text: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        definitions = object?["$defs"] as? [String: [String: Any]] ?? [:]
        try compilePatterns(in: object ?? [:])
    }

    struct UnknownKeyword: Error { let name: String }

    func accepts(_ node: SourceNode, _ schema: [String: Any]) throws -> Bool {
        guard isClosed(node, schema) else { return false }
        return try schema.allSatisfy { keyword, value in try accepts(node, keyword, value) }
    }

    private func accepts(_ node: SourceNode, _ keyword: String, _ value: Any) throws -> Bool {
        switch keyword {
        case "$schema", "$defs", "title", "description":
            return true
        case "$ref":
            let name = (value as? String)?.replacingOccurrences(of: "#/$defs/", with: "") ?? ""
            return try accepts(node, definitions[name] ?? ["$ref-to-nothing": name])
        case "type":
            let names = value as? [String] ?? [value as? String ?? ""]
            return !types(of: node).isDisjoint(with: names)
        case "enum":
            return (value as? [String] ?? []).contains { $0 == text(of: node) }
        case "pattern":
            guard let text = text(of: node) else { return true }
            return matches(text, value)
        case "minimum":
            return number(of: node).map { $0 >= (value as? Double ?? 0) } ?? true
        case "maximum":
            return number(of: node).map { $0 <= (value as? Double ?? 0) } ?? true
        case "anyOf":
            return try count(of: value, accepting: node) > 0
        case "oneOf":
            return try count(of: value, accepting: node) == 1
        case "allOf":
            return try count(of: value, accepting: node) == (value as? [Any])?.count
        case "not":
            return try !accepts(node, value as? [String: Any] ?? [:])
        case "items", "minItems", "maxItems":
            guard case .sequence(let nodes) = node.content else { return true }
            if keyword == "minItems" { return nodes.count >= value as? Int ?? 0 }
            if keyword == "maxItems" { return nodes.count <= value as? Int ?? 0 }
            return try nodes.allSatisfy { try accepts($0, value as? [String: Any] ?? [:]) }
        case "required", "dependentSchemas", "propertyNames", "properties", "additionalProperties":
            guard case .mapping(let entries) = node.content else { return true }
            return try accepts(entries, keyword, value)
        default:
            throw UnknownKeyword(name: keyword)
        }
    }

    private func accepts(_ entries: [SourceNode.Entry], _ keyword: String, _ value: Any) throws -> Bool {
        let keys = Set(entries.map(\.key.value))
        switch keyword {
        case "required":
            return keys.isSuperset(of: value as? [String] ?? [])
        case "dependentSchemas":
            let rules = value as? [String: [String: [[String: [String]]]]] ?? [:]
            guard rules.isEmpty == ((value as? [String: Any])?.isEmpty ?? true) else {
                throw UnknownKeyword(name: "a kind of \(keyword)")
            }
            return rules.allSatisfy { key, rule in
                !keys.contains(key)
                    || rule["anyOf", default: []].contains { keys.isSuperset(of: $0["required", default: [""]]) }
            }
        case "propertyNames":
            return keys.allSatisfy { matches($0, (value as? [String: String])?["pattern"]) }
        case "properties":
            let schemas = value as? [String: [String: Any]] ?? [:]
            return try entries.allSatisfy { entry in
                try schemas[entry.key.value].map { try accepts(entry.value, $0) } ?? true
            }
        case "additionalProperties":
            // With `properties`, the value is false, which `isClosed` handles; otherwise it is the schema of all
            // values.
            guard let schema = value as? [String: Any] else { return true }
            return try entries.allSatisfy { try accepts($0.value, schema) }
        default:
            throw UnknownKeyword(name: keyword)
        }
    }

    /// Whether a mapping has only declared keys, if the schema forbids others.
    private func isClosed(_ node: SourceNode, _ schema: [String: Any]) -> Bool {
        guard schema["additionalProperties"] as? Bool == false, case .mapping(let entries) = node.content else {
            return true
        }
        let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
        return entries.allSatisfy { known.contains($0.key.value) }
    }

    private func matches(_ text: String, _ pattern: Any?) -> Bool {
        (pattern as? String).flatMap { patterns[$0] }.map { text.contains($0) } ?? false
    }

    private mutating func compilePatterns(in value: Any) throws {
        if let object = value as? [String: Any] {
            if let pattern = object["pattern"] as? String { patterns[pattern] = try Regex(pattern) }
            for value in object.values { try compilePatterns(in: value) }
        } else if let array = value as? [Any] {
            for value in array { try compilePatterns(in: value) }
        }
    }

    private func count(of schemas: Any, accepting node: SourceNode) throws -> Int {
        try (schemas as? [[String: Any]] ?? []).count { try accepts(node, $0) }
    }

    private func types(of node: SourceNode) -> Set<String> {
        switch node.content {
        case .sequence: return ["array"]
        case .mapping: return ["object"]
        case .scalar(let scalar):
            if scalar.isNull { return ["null"] }
            guard scalar.isPlain else { return ["string"] }
            if Int(scalar.text) != nil { return ["integer", "number"] }
            if Double(scalar.text) != nil { return ["number"] }
            return ["true", "false"].contains(scalar.text) ? ["boolean"] : ["string"]
        }
    }

    private func text(of node: SourceNode) -> String? {
        guard case .scalar(let scalar) = node.content, types(of: node) == ["string"] else { return nil }
        return scalar.text
    }

    private func number(of node: SourceNode) -> Double? {
        guard case .scalar(let scalar) = node.content, types(of: node).contains("number") else { return nil }
        return Double(scalar.text)
    }
}
