// SPDX-License-Identifier: MIT

/// The steps of another file. Only the files know of it: the scenario has the steps themselves, each with the file and the
/// line that it stands on.
package struct Include {
    let steps: [Step]

    /// What a step asks for.
    struct Request: Sendable {
        let file: Located<String>
        let values: [(key: Located<String>, value: String)]
    }

    static let shape = Shape<Request>.scalar(
        Shape<String>.text.located.map { Request(file: $0, values: []) }, or: request
    )
    .checked { request, _, reading in reading.steps(of: request).map { Include(steps: $0) } }
    .named("include")

    private static let request = Shape<Request>.record { keys in
        let file = keys.required("file", "A file with `steps`, relative to this one.", Shape<String>.text.located)
        let values = keys.optional(
            "set", "Other values for the parameters of that file.",
            .map(of: Shape<String>.text, keys: Parameters.namePattern), default: [])
        return file.map { Request(file: $0, values: values) }
    }

    /// What is in a file that others include.
    static let body = Shape<[Step]>.record { keys in
        _ = keys.optional("name", "The name of these steps, for people.", .words)
        _ = keys.optional("description", "What they do, in a sentence or two.", .text)
        _ = keys.optional(
            "parameters",
            "Values for `${name}`, with their defaults; `set` of the step that includes this changes one.",
            .declaredParameters)
        return keys.required("steps", "What happens, one after another.", Step.included)
    }

    /// The JSON Schema of a file that others include, made from the same declarations that read it.
    package static var jsonSchema: JSON {
        body.schema().document(
            title: "Steps of a Dray scenario", about: "Steps that scenarios of `dray run` include.")
    }
}
