// SPDX-License-Identifier: MIT

/// The steps of another file. It exists only in files: the scenario contains the included steps themselves, each with
/// its file and line.
package struct Include {
    let steps: [Step]

    /// The file and parameters that an `include` step requests.
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
            "set", "Values that override the parameters of that file.",
            .map(of: Shape<String>.text, keys: Parameters.namePattern), default: [])
        return file.map { Request(file: $0, values: values) }
    }

    /// The content of an included file.
    static let body = Shape<[Step]>.record { keys in
        _ = keys.optional("name", "The name of these steps, for display.", .words)
        _ = keys.optional("description", "What they do, in a sentence or two.", .text)
        _ = keys.optional(
            "parameters",
            "Values for `${name}`, with their defaults; `set` of the including step overrides them.",
            .declaredParameters)
        return keys.required("steps", "The steps, in order.", Step.included)
    }

    /// The JSON Schema of an included file, generated from the declarations that also read it.
    package static var jsonSchema: JSON {
        body.schema().document(
            title: "Steps of a Dray scenario", about: "Steps that scenarios of `dray run` include.")
    }
}
