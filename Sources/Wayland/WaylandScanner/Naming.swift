// SPDX-License-Identifier: MIT

/// Converts protocol names to Swift names: `wl_data_device` to `WlDataDevice`, `set_selection` to `setSelection`.
enum Naming {
    static func type(_ name: String) -> String {
        let joined = name.split(separator: "_").map(capitalised).joined()
        // These would shadow members that every Swift type has.
        return ["Type", "Protocol", "Self", "Request", "Event"].contains(joined) ? joined + "Value" : joined
    }

    /// Returns a lower-case Swift identifier, in backticks if it is a keyword, with an underscore before a leading
    /// digit.
    static func member(_ name: String) -> String {
        let parts = name.split(separator: "_")
        let joined = parts.prefix(1).map(lowered).joined() + parts.dropFirst().map(capitalised).joined()
        // Even in backticks it would shadow the object itself.
        if joined == "self" { return "selfValue" }
        if joined.first?.isNumber ?? true { return "_" + joined }
        return keywords.contains(joined) ? "`\(joined)`" : joined
    }

    /// Returns a parameter name for its declaration, where only three keywords need backticks.
    static func label(_ name: String) -> String {
        let member = member(name)
        guard member.hasPrefix("`"), !["`inout`", "`var`", "`let`"].contains(member) else { return member }
        return String(member.dropFirst().dropLast())
    }

    private static func capitalised(_ part: Substring) -> String { part.prefix(1).uppercased() + part.dropFirst() }

    /// A part in upper case is lowered as a whole, since `ARGB8888` would become `aRGB8888`.
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
