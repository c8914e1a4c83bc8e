// SPDX-License-Identifier: MIT

// The syntax of lists, pairs and mappings with arbitrary keys.

extension Shape {
    /// A list with at least `minimum` elements.
    static func list<Element>(of element: Shape<Element>, minimum: Int = 0) -> Shape where Value == [Element] {
        Shape(schema: { .list(element.schema(), minimum: minimum, maximum: nil) }) { node, reading in
            guard case .sequence(let nodes) = node.content else {
                reading.report("expected a list, found \(node.kind)", at: node, help: "like `[one, two]`")
                return nil
            }
            let values = nodes.map { element.read($0, reading) }
            guard nodes.count >= minimum else {
                let least = minimum == 1 ? "one entry" : "\(minimum) entries"
                reading.report("expected a list of at least \(least)", at: node)
                return nil
            }
            return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
        }
    }

    /// A list of exactly two elements.
    static func pair<Element>(
        of element: Shape<Element>, expected: String, _ value: @escaping @Sendable (Element, Element) -> Value
    ) -> Shape {
        Shape(schema: { .list(element.schema(), minimum: 2, maximum: 2) }) { node, reading in
            guard case .sequence(let nodes) = node.content, nodes.count == 2 else {
                reading.report("expected \(expected), found \(node.kind)", at: node)
                return nil
            }
            let first = element.read(nodes[0], reading)
            let second = element.read(nodes[1], reading)
            guard let first, let second else { return nil }
            return value(first, second)
        }
    }

    /// A mapping with keys chosen by the user; `entry` is called with each key before its value is read, and can reject
    /// it.
    static func map<Element>(
        of element: Shape<Element>, keys pattern: String? = nil,
        entry: @escaping @Sendable (Located<String>, Reading) -> Bool = { _, _ in true }
    ) -> Shape where Value == [(key: Located<String>, value: Element)] {
        Shape(schema: { .map(element.schema(), keyPattern: pattern) }) { node, reading in
            guard case .mapping(let entries) = node.content else {
                reading.report("expected a mapping, found \(node.kind)", at: node, help: "`name: …` for each")
                return nil
            }
            var result: Value = []
            for item in entries {
                let isWelcome = entry(item.key, reading)
                let value = element.read(item.value, reading)
                if isWelcome, let value { result.append((item.key, value)) }
            }
            return result.count == entries.count ? result : nil
        }
    }
}
