// SPDX-License-Identifier: MIT

/// The keys of one mapping, declared and read by the same calls.
///
/// Without a mapping, the calls only record declarations and return nil, which is how the schema is built. Missing and
/// unknown keys are reported at the end, because a misspelled key explains a missing one.
package final class Keys {
    /// The location of the mapping.
    let location: Location
    private(set) var record = Schema.Record()
    private let mapping: (entries: [SourceNode.Entry], reading: Reading)?
    private var missing: [(names: [String], message: String, help: String?)] = []
    private var hasFailed = false

    /// Creates a value that only records declarations.
    init() {
        location = Location(1, 1)
        mapping = nil
    }

    init(entries: [SourceNode.Entry], location: Location, reading: Reading) {
        self.location = location
        mapping = (entries, reading)
    }

    /// The current reading; nil if keys are only declared.
    var reading: Reading? { mapping?.reading }

    /// A required key; returns nil if it is missing or has a mistake.
    func required<Value>(_ name: String, _ about: String, _ shape: Shape<Value>) -> Value? {
        record.fields.append(.init(name: name, about: about, isRequired: true, schema: shape.schema))
        guard mapping != nil else { return nil }
        guard let entry = entry(name) else {
            missing.append(([name], "the key `\(name)` is missing", "`\(name)`: \(about)"))
            return nil
        }
        return value(of: entry, shape)
    }

    /// An optional key.
    func optional<Value>(_ name: String, _ about: String, _ shape: Shape<Value>) -> Value? {
        record.fields.append(.init(name: name, about: about, isRequired: false, schema: shape.schema))
        return entry(name).flatMap { value(of: $0, shape) }
    }

    /// An optional key with a default value.
    func optional<Value>(_ name: String, _ about: String, _ shape: Shape<Value>, default: Value) -> Value {
        optional(name, about, shape) ?? `default`
    }

    /// Exactly one of several keys.
    func exactlyOne<Value>(_ cases: [Case<Value>]) -> Value? {
        let found = chosen(from: cases)
        record.exactlyOne.append(cases.map(\.name))
        guard let mapping else { return nil }
        if found.isEmpty {
            missing.append((cases.map(\.name), "one key is needed of: \(list(cases.map(\.name)))", nil))
        }
        for (entry, _) in found.dropFirst() {
            mapping.reading.report(
                "`\(entry.key.value)` cannot be combined with `\(found[0].entry.key.value)`", key: entry.key,
                help: "only one of: \(cases.map(\.name).joined(separator: ", "))")
            hasFailed = true
        }
        return found.first.flatMap { value(of: $0.entry, $0.case.shape) }
    }

    /// At most one of several keys.
    func atMostOne<Value>(_ cases: [Case<Value>]) -> Value? {
        let found = chosen(from: cases)
        record.atMostOne.append(cases.map(\.name))
        for (entry, _) in found.dropFirst() {
            mapping?.reading.report(
                "`\(entry.key.value)` cannot be combined with `\(found[0].entry.key.value)`", key: entry.key)
            hasFailed = true
        }
        return found.first.flatMap { value(of: $0.entry, $0.case.shape) }
    }

    /// At least one of several keys, in the order of their declaration.
    func atLeastOne<Value>(_ cases: [Case<Value>]) -> [Located<Value>] {
        let found = chosen(from: cases)
        record.atLeastOne.append(cases.map(\.name))
        guard mapping != nil else { return [] }
        if found.isEmpty {
            missing.append((cases.map(\.name), "at least one key is needed of: \(list(cases.map(\.name)))", nil))
        }
        return found.compactMap { entry, `case` in
            value(of: entry, `case`.shape).map { Located($0, at: entry.key.location) }
        }
    }

    /// Declares that a key is valid only together with one of several others.
    func require(oneOf others: [String], for name: String) {
        record.dependencies.append((name, others))
        guard let mapping, let entry = entry(name), others.allSatisfy({ self.entry($0) == nil }) else { return }
        // If the other keys are missing and required, that is already reported.
        guard !missing.contains(where: { Set($0.names).isSuperset(of: others) }) else { return }
        let words = others.map { "`\($0)`" }.joined(separator: " or ")
        mapping.reading.report("`\(name)` requires \(words)", key: entry.key)
        hasFailed = true
    }

    /// Reports unknown and missing keys; returns false if the value cannot be used.
    func finish() -> Bool {
        guard let mapping else { return true }
        let names = record.fields.map(\.name)
        var meant: Set<String> = []
        var hasStranger = false
        for entry in mapping.entries where !names.contains(entry.key.value) {
            let suggestion = Suggestion.nearest(to: entry.key.value, among: names)
            if let suggestion { meant.insert(suggestion) } else { hasStranger = true }
            mapping.reading.report(
                "unknown key `\(entry.key.value)`" + (suggestion.map { ", did you mean `\($0)`?" } ?? ""),
                key: entry.key,
                help: entry.key.value == "<<"
                    ? "YAML merge keys are not supported: an alias stands for a whole value"
                    : "allowed: \(names.joined(separator: ", "))")
            hasFailed = true
        }
        for absent in missing {
            // If there is a choice of keys, an unknown key may be a misspelling of one of them.
            let isExplained = !meant.isDisjoint(with: absent.names) || hasStranger && absent.names.count > 1
            if !isExplained { mapping.reading.report(absent.message, at: location, help: absent.help) }
            hasFailed = true
        }
        return !hasFailed
    }

    private func entry(_ name: String) -> SourceNode.Entry? {
        mapping?.entries.first { $0.key.value == name }
    }

    private func chosen<Value>(from cases: [Case<Value>]) -> [(entry: SourceNode.Entry, case: Case<Value>)] {
        for option in cases {
            record.fields.append(
                .init(name: option.name, about: option.about, isRequired: false, schema: option.shape.schema))
        }
        return cases.compactMap { option in entry(option.name).map { ($0, option) } }
    }

    private func value<Value>(of entry: SourceNode.Entry, _ shape: Shape<Value>) -> Value? {
        guard let mapping else { return nil }
        if case .scalar(let scalar) = entry.value.content, scalar.isNull {
            mapping.reading.report("the key `\(entry.key.value)` has no value", key: entry.key)
            hasFailed = true
            return nil
        }
        guard let value = shape.read(entry.value, mapping.reading) else {
            hasFailed = true
            return nil
        }
        return value
    }

    private func list(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }
}
