// SPDX-License-Identifier: MIT

/// The scanner's command line. Only the plugin writes it, so it is checked, but not explained at length.
struct Invocation {
    let side: BindingsGenerator.Side
    let importing: String?
    let access: Access
    let versions: String?
    let output: String
    let files: [String]

    struct UsageError: Error, CustomStringConvertible {
        let reason: String
        var description: String {
            "error: \(reason)\nusage: WaylandScanner --side server|client [--importing MODULE] "
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
        guard let side = options["--side"].flatMap(BindingsGenerator.Side.init) else {
            throw UsageError(reason: "--side is server or client")
        }
        guard let access = Access(rawValue: options["--access"] ?? "public") else {
            throw UsageError(reason: "--access is public or internal")
        }
        guard let output = options["--output"] else { throw UsageError(reason: "--output is missing") }
        guard !rest.isEmpty else { throw UsageError(reason: "no protocol file given") }
        self.side = side
        self.importing = options["--importing"]
        self.access = access
        self.versions = options["--versions"]
        self.output = output
        self.files = Array(rest)
    }
}
