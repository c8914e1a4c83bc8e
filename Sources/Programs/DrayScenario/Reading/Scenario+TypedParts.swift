// SPDX-License-Identifier: MIT

// Parts of a scenario that the user typed on one line.

extension Settings {
    /// Reads the value of `settings`: `{theme: dark, reduce-motion: true}`.
    package init(typed text: String, _ surroundings: Surroundings) throws(TypedStepMistake) {
        self = try Self.shape.read(typed: text, named: "settings", surroundings)
    }
}

extension Session {
    /// Reads the value of `session`: `{services: all}`.
    package init(typed text: String, _ surroundings: Surroundings) throws(TypedStepMistake) {
        self = try Self.shape.read(typed: text, named: "session", surroundings)
    }
}

extension Scenario {
    /// Reads the value of `outputs`: `[{name: left, size: 800x600}, {name: right, size: 800x600, scale: 2}]`.
    package static func outputs(typed text: String, _ surroundings: Surroundings) throws(TypedStepMistake) -> [Output] {
        let outputs = try Shape<[Output]>.list(of: Output.shape, minimum: 1)
            .read(typed: text, named: "outputs", surroundings)
        guard outputs.contains(where: \.isPlugged) else {
            throw TypedStepMistake(text: "no output is there from the beginning")
        }
        return outputs
    }
}

extension Shape {
    fileprivate func read(
        typed text: String, named name: String, _ surroundings: Surroundings
    ) throws(TypedStepMistake) -> Value {
        let source = SourceText(name: name, text: text)
        let (node, flaws) = SourceNode.parse(source)
        let reading = Reading(
            source: source, surroundings: surroundings,
            bindings: Parameters.dictionary(Parameters.given(surroundings)))
        let value = node.flatMap { read($0, reading) }
        if let mistake = (flaws + reading.diagnostics).first {
            throw TypedStepMistake(text: mistake.message + (mistake.help.map { " (\($0))" } ?? ""))
        }
        guard let value else { throw TypedStepMistake(text: "there is nothing in it") }
        return value
    }
}
