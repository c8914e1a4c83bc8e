// SPDX-License-Identifier: MIT

/// The scanner's command line. It is written by the plugin only, so it is checked, but has no detailed help.
struct Invocation {
    let content: Content
    let importing: String?
    let access: Access
    let versions: String?
    let output: String
    let files: [String]

    /// What is generated.
    enum Content: Equatable {
        case bindings(BindingsGenerator.Side)
        case opcodes
    }

    struct UsageError: Error, CustomStringConvertible {
        let reason: String
        var description: String {
            "error: \(reason)\nusage: WaylandScanner --side server|client|wire [--importing MODULE] "
                + "[--access public|internal] [--versions FILE.json] --output DIR FILE.xml…"
        }
    }

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        var options: [String: String] = [:]
        while let option = rest.first, option.hasPrefix("--") {
            guard ["--side", "--importing", "--access", "--versions", "--output"].contains(option) else {
                throw UsageError(reason: "unknown option \(option)")
            }
            guard let value = rest.dropFirst().first else { throw UsageError(reason: "\(option) lacks its value") }
            options[option] = value
            rest = rest.dropFirst(2)
        }
        let side = options["--side"]
        let content = side == "wire" ? .opcodes : side.flatMap(BindingsGenerator.Side.init).map(Content.bindings)
        guard let content else { throw UsageError(reason: "--side is server, client or wire") }
        guard let access = Access(rawValue: options["--access"] ?? "public") else {
            throw UsageError(reason: "--access is public or internal")
        }
        guard let output = options["--output"] else { throw UsageError(reason: "--output is missing") }
        guard !rest.isEmpty else { throw UsageError(reason: "no protocol file given") }
        self.content = content
        self.importing = options["--importing"]
        self.access = access
        self.versions = options["--versions"]
        self.output = output
        self.files = Array(rest)
    }
}
