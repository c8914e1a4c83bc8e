// SPDX-License-Identifier: MIT

// The syntax of mappings with known keys; `Keys` reports missing and unknown ones.

extension Shape {
    /// A mapping with known keys. The body must request every key, unconditionally and in the same order, because it
    /// also runs without a node to build the schema.
    static func record(_ body: @escaping @Sendable (Keys) -> Value?) -> Shape {
        Shape(
            schema: {
                let keys = Keys()
                _ = body(keys)
                return .record(keys.record)
            },
            read: { node, reading in
                guard case .mapping(let entries) = node.content else {
                    reading.report(
                        "expected a mapping, found \(node.kind)", at: node,
                        help: "keys: \(names(declaredBy: body).joined(separator: ", "))")
                    return nil
                }
                let keys = Keys(entries: entries, location: node.location, reading: reading)
                let value = body(keys)
                return keys.finish() ? value : nil
            })
    }

    /// A mapping with exactly one of several keys.
    static func choice(_ cases: [Case<Value>]) -> Shape {
        .record { $0.exactlyOne(cases) }
    }

    private static func names(declaredBy body: (Keys) -> Value?) -> [String] {
        let keys = Keys()
        _ = body(keys)
        return keys.record.fields.map(\.name)
    }
}
