// SPDX-License-Identifier: MIT

/// The syntax of one kind of value. Reader and schema share a declaration, so that they cannot disagree.
struct Shape<Value>: Sendable {
    /// The allowed values as data; built on demand.
    let schema: @Sendable () -> Schema
    /// Reads a node. Nil means failure, and the reading has a diagnostic with the reason.
    let read: @Sendable (SourceNode, Reading) -> Value?

    init(
        schema: @escaping @Sendable () -> Schema, read: @escaping @Sendable (SourceNode, Reading) -> Value?
    ) {
        self.schema = schema
        self.read = read
    }

    /// The same syntax with another type in the model.
    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Shape<Other> {
        let read = read
        return Shape<Other>(schema: schema) { node, reading in read(node, reading).map(transform) }
    }

    /// The same syntax with an additional rule; `check` reports a violation and returns nil.
    func checked<Other>(_ check: @escaping @Sendable (Value, SourceNode, Reading) -> Other?) -> Shape<Other> {
        let read = read
        return Shape<Other>(schema: schema) { node, reading in
            read(node, reading).flatMap { check($0, node, reading) }
        }
    }

    /// The same syntax, with the location of the value.
    var located: Shape<Located<Value>> {
        let read = read
        return Shape<Located<Value>>(schema: schema) { node, reading in
            read(node, reading).map { Located($0, at: node.location) }
        }
    }

    /// The same syntax, described once under a name in the schema.
    func named(_ name: String) -> Shape {
        let schema = schema
        return Shape(schema: { .named(name, schema()) }, read: read)
    }

    /// Two notations for the same value: a scalar, or a mapping.
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

    /// Two notations for the same value: a list, or another form.
    static func list(_ short: Shape, or other: Shape) -> Shape {
        Shape(schema: { .anyOf([short.schema(), other.schema()]) }) { node, reading in
            switch node.content {
            case .sequence: short.read(node, reading)
            case .scalar, .mapping: other.read(node, reading)
            }
        }
    }
}

/// A key of a choice and the meaning of its value.
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
