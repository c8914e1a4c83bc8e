// SPDX-License-Identifier: MIT

// How mappings with known keys are written; what is missing in one, or unknown, `Keys` tells.

extension Shape {
    /// A mapping with known keys. The body asks for each of them, always and in the same order: it also runs without a
    /// node, to learn the keys.
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

    /// A mapping with exactly one of some keys.
    static func choice(_ cases: [Case<Value>]) -> Shape {
        .record { $0.exactlyOne(cases) }
    }

    private static func names(declaredBy body: (Keys) -> Value?) -> [String] {
        let keys = Keys()
        _ = body(keys)
        return keys.record.fields.map(\.name)
    }
}
