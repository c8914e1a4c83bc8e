// SPDX-License-Identifier: MIT

/// Turns the protocol's names into Swift's: `wl_data_device` into `WlDataDevice`, `set_selection` into `setSelection`.
enum Naming {
    static func type(_ name: String) -> String {
        let joined = name.split(separator: "_").map(capitalised).joined()
        // These would shadow what every Swift type has.
        return ["Type", "Protocol", "Self", "Request", "Event"].contains(joined) ? joined + "Value" : joined
    }

    /// A lower-case Swift identifier, in back-ticks where it is a keyword, with an underscore before a leading digit.
    static func member(_ name: String) -> String {
        let parts = name.split(separator: "_")
        let joined = parts.prefix(1).map(lowered).joined() + parts.dropFirst().map(capitalised).joined()
        // Even in back-ticks this would shadow the object itself.
        if joined == "self" { return "selfValue" }
        if joined.first?.isNumber ?? true { return "_" + joined }
        return keywords.contains(joined) ? "`\(joined)`" : joined
    }

    /// A parameter's name where it is declared: there only three keywords want back-ticks.
    static func label(_ name: String) -> String {
        let member = member(name)
        guard member.hasPrefix("`"), !["`inout`", "`var`", "`let`"].contains(member) else { return member }
        return String(member.dropFirst().dropLast())
    }

    private static func capitalised(_ part: Substring) -> String { part.prefix(1).uppercased() + part.dropFirst() }

    /// `ARGB8888` would read badly as `aRGB8888`: a part that is all upper case is lowered whole.
    private static func lowered(_ part: Substring) -> String {
        part == part.uppercased()[...] ? part.lowercased() : part.prefix(1).lowercased() + part.dropFirst()
    }

    private static let keywords: Set<String> = [
        "as", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
        "inout",
        "internal", "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows", "return",
        "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
        "var",
        "where", "while",
    ]
}
