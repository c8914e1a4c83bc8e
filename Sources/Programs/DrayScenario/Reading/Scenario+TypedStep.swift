// SPDX-License-Identifier: MIT

/// The mistake in a typed step or another typed part of a scenario.
package struct TypedStepMistake: Error, Equatable {
    package let text: String
}

extension Scenario {
    /// Reads one step in the syntax of a file, on one line: `pointer: {click: left}`. The names of the scenario, the
    /// predefined parameters and the values of the matrix are available.
    package func step(typed text: String, runDirectory: String) throws(TypedStepMistake) -> Step {
        let source = SourceText(name: "step", text: text)
        let (node, flaws) = SourceNode.parse(source)
        let surroundings = Surroundings(
            scenarioDirectory: directory, runDirectory: runDirectory, searchPath: "/usr/local/bin:/usr/bin:/bin")
        var bindings = Parameters.dictionary(Parameters.given(surroundings))
        for binding in variant { bindings[binding.name] = binding.value }
        let reading = Reading(source: source, surroundings: surroundings, bindings: bindings)
        reading.hasPortal = session.hasPortal
        declareNames(to: reading)
        let step = node.flatMap { Step.shape.read($0, reading) }
        reading.resolveReferences()
        if let name = reading.accessibleName, !session.isAccessible || session.bus != .one {
            throw TypedStepMistake(text: "finding `\(name.value)` requires AT-SPI")
        }
        if let mistake = (flaws + reading.diagnostics).first {
            throw TypedStepMistake(text: mistake.message + (mistake.help.map { " (\($0))" } ?? ""))
        }
        guard let step else { throw TypedStepMistake(text: "this is no step") }
        return step
    }

    private func declareNames(to reading: Reading) {
        for output in outputs { _ = reading.declare(.output, Located(output.name, at: output.location)) }
        for client in clients {
            _ = reading.declare(.client, client.name)
            for window in client.windows { _ = reading.declare(.window, window.name) }
        }
        for step in steps {
            switch step.action {
            case .wait(let wait): if case .new(let new) = wait.condition { _ = reading.declare(.window, new.name) }
            case .picture(let picture): _ = reading.declare(.picture, picture.name)
            case .pointer, .drag, .select, .menu, .touch, .pen, .key, .expect, .start, .kill, .unplug, .plug, .say:
                break
            }
        }
    }
}
