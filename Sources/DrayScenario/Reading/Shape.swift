// SPDX-License-Identifier: MIT

/// How one kind of value is written in a scenario: the reader and the schema of it in one declaration, so that they
/// cannot disagree.
struct Shape<Value>: Sendable {
    /// What is allowed, as data; made when it is asked for.
    let schema: @Sendable () -> Schema
    /// Reads a node. Nil means that it could not be read, and that the reading has a diagnostic that says why.
    let read: @Sendable (SourceNode, Reading) -> Value?

    init(
        schema: @escaping @Sendable () -> Schema, read: @escaping @Sendable (SourceNode, Reading) -> Value?
    ) {
        self.schema = schema
        self.read = read
    }

    /// The same on paper, another type in the model.
    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Shape<Other> {
        let read = read
        return Shape<Other>(schema: schema) { node, reading in read(node, reading).map(transform) }
    }

    /// The same with one more rule, which reports what it finds and returns nil then.
    func checked<Other>(_ check: @escaping @Sendable (Value, SourceNode, Reading) -> Other?) -> Shape<Other> {
        let read = read
        return Shape<Other>(schema: schema) { node, reading in
            read(node, reading).flatMap { check($0, node, reading) }
        }
    }

    /// The same, keeping the place that it is written at.
    var located: Shape<Located<Value>> {
        let read = read
        return Shape<Located<Value>>(schema: schema) { node, reading in
            read(node, reading).map { Located($0, at: node.location) }
        }
    }

    /// The same, described once in the schema under a name.
    func named(_ name: String) -> Shape {
        let schema = schema
        return Shape(schema: { .named(name, schema()) }, read: read)
    }

    /// One of two ways to write the same: as a scalar, or in full.
    static func scalar(_ short: Shape, or full: Shape) -> Shape {
        Shape(schema: { .anyOf([short.schema(), full.schema()]) }) { node, reading in
            switch node.content {
            case .scalar(let scalar) where !scalar.isNull:
                if let value = short.read(node, reading) { return value }
                let keys = full.schema().keys
                if !keys.isEmpty { reading.amendLast(at: node, "or a mapping with: \(keys.joined(separator: ", "))") }
                return nil
            case .scalar, .sequence, .mapping: return full.read(node, reading)
            }
        }
    }

    /// One of two ways to write the same: as a list, or otherwise.
    static func list(_ short: Shape, or other: Shape) -> Shape {
        Shape(schema: { .anyOf([short.schema(), other.schema()]) }) { node, reading in
            switch node.content {
            case .sequence: short.read(node, reading)
            case .scalar, .mapping: other.read(node, reading)
            }
        }
    }
}

/// One key of a choice, and what its value means.
struct Case<Value>: Sendable {
    let name: String
    let about: String
    let shape: Shape<Value>

    init<Part>(
        _ name: String, _ about: String, _ shape: Shape<Part>,
        _ value: @escaping @Sendable (Part) -> Value
    ) {
        self.name = name
        self.about = about
        self.shape = shape.map(value)
    }
}
